"""Reading what is at the words of a change gives the same change as reading everything."""

from random import Random

import pytest

from alignment.readings.queries.drawn import read_drawn
from alignment.readings.services.changes import LinkEntry, MarkEntry, apply_change, describe_change
from annotation_site.assignments.history import Change
from annotation_site.assignments.models import Assignment
from annotation_site.web.exceptions import DomainError
from tests.factories import lease, make_member, make_project

pytestmark = pytest.mark.django_db
WORDS = 3


def test_a_change_is_the_same_whether_it_rests_on_its_words_or_on_the_whole() -> None:
    assignment = lease(make_member(make_project(pairs=1)))
    chance = Random(13)
    refused = applied = 0
    for _ in range(80):
        links: list[LinkEntry] = [
            (chance.randrange(WORDS), chance.randrange(WORDS), chance.choice(["S", "P", None]))
            for _ in range(chance.randrange(3))
        ]
        marks: list[MarkEntry] = [
            (chance.choice(["source", "target"]), chance.randrange(WORDS), chance.random() < 0.4)
            for _ in range(chance.randrange(2))
        ]
        change, of_all = (describe(assignment, links, marks, reads_all=each) for each in (False, True))
        assert change == of_all
        if isinstance(change, str):
            refused += 1
        else:
            apply_change(assignment, change)
            applied += bool(change["links"] or change["unaligned"])
    assert refused > 5
    assert applied > 20


def describe(
    assignment: Assignment, links: list[LinkEntry], marks: list[MarkEntry], *, reads_all: bool
) -> Change | str:
    """Return the change, or the sentence with which it is refused."""
    try:
        return describe_change(assignment, links, marks, drawn=read_drawn(assignment) if reads_all else None)
    except DomainError as refusal:
        return refusal.sentence
