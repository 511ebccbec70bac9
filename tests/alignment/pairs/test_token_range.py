"""The database refuses links and marks of words that are not there, one by one and many at once."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from psycopg2.errors import CheckViolation

from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Assignment
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.django_db
Make = Callable[[Assignment, int, int], models.Model]


def make_link(assignment: Assignment, source: int, target: int) -> AlignmentLink:
    return AlignmentLink(assignment=assignment, source_index=source, target_index=target, label="S")


def make_suggestion(assignment: Assignment, source: int, target: int) -> Suggestion:
    return Suggestion(item=assignment.item, source_index=source, target_index=target, label="S")


@pytest.fixture
def assignments() -> list[Assignment]:
    """Two words on the left and three on the right; and one word with two."""
    assignments = []
    for texts in (("a b", "x y z"), ("a", "x y")):
        project = make_project()
        make_pair(project, *texts)
        assignments.append(lease(make_member(project)))
    return assignments


def refuses(write: Callable[[], Any]) -> bool:
    try:
        with transaction.atomic():
            write()
    except (IntegrityError, CheckViolation) as error:
        assert "token index out of range" in str(error)
        return True
    return False


@pytest.mark.parametrize("make", [make_link, make_suggestion])
def test_links_outside_their_pair_are_refused(assignments: list[Assignment], make: Make) -> None:
    first, second = assignments
    table = type(make(first, 0, 0)).objects
    for assignment, source, target, is_refused in (
        (first, 1, 2, False),
        (first, 2, 0, True),
        (first, 0, 3, True),
        (second, 1, 0, True),
        (second, 0, 1, False),
    ):
        assert refuses(make(assignment, source, target).save) is is_refused
    good = [make(first, 0, target) for target in range(3)] + [make(second, 0, 0)]
    for bad in (make(first, 2, 1), make(second, 0, 2)):
        for place in (0, 2, 4):
            assert refuses(lambda place=place, bad=bad: table.bulk_create([*good[:place], bad, *good[place:]]))
    table.bulk_create(good)
    assert table.count() == 6
    assert refuses(lambda: table.filter(target_index=2).update(target_index=3))
    assert refuses(lambda: table.update(source_index=models.F("source_index") + 5))
    assert not refuses(lambda: table.update(label="P"))


def test_links_that_come_by_copy_are_refused_too(assignments: list[Assignment]) -> None:
    rows = StringIO(f"{assignments[0].pk}\t0\t0\tS\tmanual\n{assignments[0].pk}\t0\t9\tS\tmanual\n")
    columns = "assignment_id, source_index, target_index, label, origin"
    with connection.cursor() as cursor:
        assert refuses(lambda: cursor.copy_expert(f"COPY alignment_alignmentlink ({columns}) FROM STDIN", rows))


def test_a_link_of_no_pair_is_refused(assignments: list[Assignment]) -> None:
    gone = AlignmentLink(assignment_id=assignments[1].pk + 1000, source_index=0, target_index=0, label="S")
    assert refuses(gone.save)


def test_marks_outside_their_side_are_refused(assignments: list[Assignment]) -> None:
    def mark(side: str, index: int) -> UnalignedToken:
        return UnalignedToken(assignment=assignments[0], side=side, token_index=index)

    assert refuses(mark("source", 2).save)
    assert refuses(mark("target", 3).save)
    assert refuses(lambda: UnalignedToken.objects.bulk_create([mark("target", 2), mark("source", 2)]))
    UnalignedToken.objects.bulk_create([mark("target", 2), mark("source", 1)])
    assert refuses(lambda: UnalignedToken.objects.update(side="source"))
