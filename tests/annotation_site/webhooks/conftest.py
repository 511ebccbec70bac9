from collections.abc import Iterator
from typing import Any

import pytest

from tests.stand_ins.outside_hosts import OutsideHost, outside_host


@pytest.fixture
def outside(settings: Any) -> Iterator[OutsideHost]:
    with outside_host(settings) as host:
        yield host
