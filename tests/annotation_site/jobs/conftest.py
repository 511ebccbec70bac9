"""The broker of these tests."""

from collections.abc import Iterator

import pytest

from tests.annotation_site.jobs.asking import broker_at
from tests.servers import free_port


@pytest.fixture(autouse=True)
def nobody_listens() -> Iterator[None]:
    """Point the broker's address at a closed port, unless a test starts one."""
    with broker_at(f"redis://127.0.0.1:{free_port()}/0"):
        yield
