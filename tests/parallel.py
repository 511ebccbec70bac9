"""Gives each process of a parallel run a broker of its own, as pytest-django gives it a database of its own, and the
longest files first.

Named in pyproject.toml, so that it is read before the settings are: the workers of one process must not take the tasks
of another.
"""

import os
import re

import pytest

# Few tests that take minutes: begun last, all processes but one would have nothing to do at the end.
LONGEST_FIRST = (
    "tests/browser/pages/test_others.py",
    "tests/browser/pages/test_demo.py",
    "tests/faults/",
    "tests/benchmarks/",
    "tests/browser/",
    "tests/test_authorisation.py",
    "tests/idiomaticity/",
)

if process := re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", "")):
    address, _, number = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0").rpartition("/")
    os.environ["REDIS_URL"] = f"{address}/{int(number) + 1 + int(process[1])}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and otherwise keep the order."""

    def find_place(item: pytest.Item) -> int:
        places = (place for place, start in enumerate(LONGEST_FIRST) if item.nodeid.startswith(start))
        return next(places, len(LONGEST_FIRST))

    items.sort(key=find_place)
