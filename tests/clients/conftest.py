"""A client of the real server, with a token of a manager."""

from collections.abc import Iterator

import pytest

from annotation_site.accounts.models import User
from annotation_site.own_account.services import create_token
from interlinea import Client


def make_token(user: User, scope: str = "write") -> str:
    return create_token(user=user, name="client", scope=scope, days=1)[1]


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the login of whoever runs the tests out of them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    for name in ("INTERLINEA_SITE", "INTERLINEA_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def open_client(site: str, outside: None) -> Iterator[object]:
    """Return a function that opens a client for a person."""
    opened: list[Client] = []

    def open_it(user: User, scope: str = "write") -> Client:
        opened.append(Client(site, make_token(user, scope)))
        return opened[-1]

    yield open_it
    for client in opened:
        client.close()
