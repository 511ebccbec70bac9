"""Numbers of rows that annotators see tell when these were made, and nothing of others."""

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection

from annotation_site.accounts.models import ApiToken
from annotation_site.assignments.models import Assignment, Comment
from annotation_site.own_account.services import create_token
from tests.factories import lease, make_member, make_project

pytestmark = pytest.mark.django_db
LARGEST_OF_JAVASCRIPT = 2**53 - 1
NUMBERED = [Assignment, Comment, ApiToken]


def read_moment(number: int) -> float:
    """Return the time that a number tells, in seconds."""
    return datetime(2026, 1, 1, tzinfo=UTC).timestamp() + number / 8_000_000


def draw_numbers(model: Any, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number_by_time(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, count],
        )
        return [number for (number,) in cursor.fetchall()]


def test_the_number_of_an_assignment_is_its_time_whatever_others_did_before() -> None:
    project = make_project(pairs=4)
    own, other = make_member(project), make_member(project)
    for _ in range(3):
        lease(other)
    assignment = lease(own)
    assert abs(read_moment(assignment.pk) - assignment.created_at.timestamp()) < 60
    assert assignment.pk < LARGEST_OF_JAVASCRIPT


def test_the_number_of_a_token_is_its_time() -> None:
    user = make_project().created_by
    token, _ = create_token(user=user, name="a program", scope="read", days=3)
    assert abs(read_moment(token.pk) - token.created_at.timestamp()) < 60


@pytest.mark.parametrize("model", NUMBERED)
def test_numbers_are_apart_in_their_order_and_do_not_show_their_counter(model: Any) -> None:
    numbers = draw_numbers(model, 4_000)
    assert len(set(numbers)) == len(numbers)
    assert [number >> 3 for number in numbers] == sorted(number >> 3 for number in numbers)
    steps = [(after - before) & 7 for before, after in pairwise(numbers)]
    assert max(steps.count(step) for step in range(8)) < len(steps) / 4, "the counter shows in the last bits"
