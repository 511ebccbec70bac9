"""Counting attempts: never more than allowed, also when they come at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from annotation_site.accounts import limits
from annotation_site.accounts.limits import SharedLimit, count_attempt, is_limit_reached
from annotation_site.accounts.models import GuardEntry


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_only_the_allowed_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", lambda: 7_200.0)
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


@pytest.mark.django_db(transaction=True)
def test_processes_that_take_shares_let_no_more_pass_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHARES", 10)
    monkeypatch.setattr(limits, "time", lambda: 7_200.0)
    name, processes = f"door:{uuid4()}", [SharedLimit(60) for _ in range(3)]

    def come(place: int) -> bool:
        try:
            return processes[place % 3].count_attempt(name, 50)
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        passed = list(pool.map(come, range(120)))
    # What a process took and did not use is lost to the others, never given twice.
    assert 50 - 3 * 4 <= sum(passed) <= 50


@pytest.mark.django_db
def test_a_share_costs_one_statement_and_ends_with_its_window(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Callable[..., Any]
) -> None:
    monkeypatch.setattr(limits, "SHARES", 10)
    now = [7_200.0]
    monkeypatch.setattr(limits, "time", lambda: now[0])
    limit, name = SharedLimit(60), f"door:{uuid4()}"
    with django_assert_num_queries(2):
        assert all(limit.count_attempt(name, 100) for _ in range(20))
    now[0] += 60
    with django_assert_num_queries(1):
        assert limit.count_attempt(name, 100)
    assert sorted(GuardEntry.objects.values_list("value", flat=True)) == [10, 20]


@pytest.mark.django_db
def test_the_last_attempts_of_a_limit_are_given_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHARES", 10)
    monkeypatch.setattr(limits, "time", lambda: 7_200.0)
    limit, name = SharedLimit(60), f"door:{uuid4()}"
    assert sum(limit.count_attempt(name, 25) for _ in range(40)) == 25
