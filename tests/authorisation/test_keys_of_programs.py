"""Keys and tokens of programs against every route: each opens its own addresses, and no other."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from annotation_site.machines.authentication import MACHINES
from annotation_site.machines.services import create_key
from annotation_site.own_account.services import create_token
from annotation_site.projects.access import ANYBODY
from tests.authorisation.admission import read_admission
from tests.authorisation.asking import request_options
from tests.authorisation.rows import TABLE
from tests.authorisation.world import World
from tests.running.module_rows import undone

pytestmark = pytest.mark.django_db
REFUSALS = {286, 302, 401}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        yield World.build()


@pytest.fixture(autouse=True)
def many_requests(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_REQUESTS_PER_MINUTE = 100_000
    monkeypatch.setattr("annotation_site.accounts.authentication.MISSES_ALLOWED", 100_000)


def ask_with(world: World, secret: str, name: str, method: str) -> int:
    address = reverse(name, args=TABLE[name].arguments(world.own))
    options = request_options(name, method, world.own)
    with undone():
        browser = world.browser("anonymous")
        answer = getattr(browser, method)(address, headers={"Authorization": f"Bearer {secret}"}, **options)
        answer.getvalue()
        assert "sessionid" not in answer.cookies or "_auth_user_id" not in browser.session
    return int(answer.status_code)


def test_the_key_of_a_machine_opens_its_own_two_addresses_alone(world: World) -> None:
    with undone():
        _, secret = create_key(user=world.own.manager, machine=world.own.machine, days=1)
        opened = set()
        for name, row in sorted(TABLE.items()):
            for method in row.methods:
                admitted, answered = read_admission(name, method), ask_with(world, secret, name, method)
                if admitted is MACHINES:
                    opened.add(name)
                    assert answered in (200, 400), f"{method} {name}: {answered}"
                elif admitted is not ANYBODY:
                    assert answered in REFUSALS, f"{method} {name}: {answered}"
    assert opened == {"api:machine-items", "api:machine-own-answers"}


def test_the_token_of_a_manager_opens_no_page_and_no_address_of_machines(world: World) -> None:
    with undone():
        _, secret = create_token(user=world.own.manager, name="script", scope="write", days=1)
        for name, row in sorted(TABLE.items()):
            for method in row.methods:
                admitted = read_admission(name, method)
                if admitted is not ANYBODY and (admitted is MACHINES or not name.startswith("api:")):
                    answered = ask_with(world, secret, name, method)
                    assert answered in REFUSALS, f"{method} {name}: {answered}"


def test_a_token_that_may_read_changes_nothing(world: World) -> None:
    with undone():
        _, secret = create_token(user=world.own.manager, name="script", scope="read", days=1)
        for name, row in sorted(TABLE.items()):
            for method in row.methods.keys() - {"get"}:
                if name.startswith("api:") and read_admission(name, method) is not MACHINES:
                    assert ask_with(world, secret, name, method) == 403, f"{method} {name}"
