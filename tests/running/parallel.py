"""Gives each process of a parallel run a broker of its own, as pytest-django gives it a database of its own, the
longest files first, fewer searches for garbage, and an end to tests that hang.

Named in pyproject.toml, so that it is read before the settings are: the workers of one process must not take the tasks
of another.
"""

import faulthandler
import gc
import os
import re
from collections.abc import Generator

import pytest

# Few tests that take minutes: begun last, all processes but one would have nothing to do at the end.
LONGEST_FIRST = (
    "tests/browser/pages/test_pages.py",
    "tests/scripts/",
    "tests/browser/",
    "tests/test_authorisation.py",
    "tests/annotation_site/embedded/",
    "tests/idiomaticity/",
)

# A wait inside the database's library does not hear the signal of pytest-timeout (pyproject.toml, `timeout`): a minute
# later the process ends, with every stack on standard error, which pytest captures from here on.
SECONDS_MORE = 60
STANDARD_ERROR = os.dup(2)

# Nearly all that importing and collecting make stays to the end: until then nothing is searched for garbage.
gc.disable()

if process := re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", "")):
    address, _, number = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0").rpartition("/")
    os.environ["REDIS_URL"] = f"{address}/{int(number) + 1 + int(process[1])}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and otherwise keep the order."""

    def find_place(item: pytest.Item) -> int:
        places = (place for place, start in enumerate(LONGEST_FIRST) if item.nodeid.startswith(start))
        return next(places, len(LONGEST_FIRST))

    items.sort(key=find_place)


def pytest_collection_finish() -> None:
    """Leave alone for ever what is there now, and search what follows."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End the process of a test that hangs."""
    own = item.get_closest_marker("timeout")
    seconds = own.args[0] if own else float(item.config.getini("timeout"))
    faulthandler.dump_traceback_later(seconds + SECONDS_MORE, exit=True, file=STANDARD_ERROR)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
