"""Counting attempts: never more than allowed, also when they come at once."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.accounts import limits
from annotation_site.accounts.limits import count_attempt, is_limit_reached


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_only_the_allowed_pass() -> None:
    name = f"door:{uuid4()}"

    def come(_: int) -> bool:
        try:
            return count_attempt(name, 10)
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        passed = list(pool.map(come, range(64)))
    assert sum(passed) == 10
    assert is_limit_reached(name, 10)


@pytest.mark.django_db
def test_what_is_refused_is_not_counted_and_the_next_window_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    name, now = f"door:{uuid4()}", [7_200.0]
    monkeypatch.setattr(limits, "time", lambda: now[0])
    assert [count_attempt(name, 2) for _ in range(5)] == [True, True, False, False, False]
    assert not is_limit_reached(name, 3)
    now[0] += 3_600
    assert not is_limit_reached(name, 2)
    assert count_attempt(name, 2)
