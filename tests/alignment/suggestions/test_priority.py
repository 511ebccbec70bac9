"""Pairs given out in the order of the machine's doubt, then of its difference from the first reading."""

import json
import random

import pytest
from django.db import IntegrityError, transaction

from alignment.suggestions.models import Suggestion
from alignment.suggestions.queries import find_suggestions
from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import describe_state
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError
from tests.alignment.suggestions.suggesting import take_in
from tests.factories import draw, lease, make_member, make_project, submit

pytestmark = pytest.mark.django_db


def suggest(project: Project, *pairs: dict[str, float]) -> None:
    """Suggest these cells for each pair, Sure, with their confidences."""
    lines = [json.dumps({"sure": " ".join(cells), "confidence": cells}) for cells in pairs]
    take_in(project, "\n".join(lines) + "\n", alignment_format="jsonl")


def priorities(project: Project) -> list[float | None]:
    return list(Item.objects.filter(project=project).order_by("number").values_list("priority", flat=True))


def numbers_of(annotator: Membership, links: str = "") -> list[int]:
    """Return the pairs an annotator gets, reading each before the next."""
    numbers = []
    while Item.objects.with_room().exclude(assignments__annotator=annotator).exists():
        assignment = lease(annotator)
        numbers.append(assignment.item.number)
        submit(draw(assignment, links) if links else assignment)
    return numbers


def test_a_suggestion_keeps_its_confidence_and_the_pair_what_is_lacking_in_the_mean() -> None:
    project = make_project(pairs=3)
    suggest(project, {"0-0": 0.9, "1-2": 0.5}, {}, {"2-1": 1})
    assert priorities(project) == [pytest.approx(0.3), None, 0]
    shown = {}
    annotator = make_member(project)
    for _ in range(3):
        assignment = lease(annotator)
        shown[assignment.item.number] = describe_state(assignment)["suggestions"]
        submit(assignment)
    assert shown == {1: [[0, 0, "S", 0.9], [1, 2, "S", 0.5]], 2: [], 3: [[2, 1, "S", 1.0]]}


def test_suggestions_without_confidence_take_the_priority_away() -> None:
    project = make_project(pairs=1)
    suggest(project, {"0-0": 0.9})
    take_in(project, "0-0\n")
    assert priorities(project) == [None]


def test_an_import_that_is_undone_takes_its_priorities_along() -> None:
    project = make_project(pairs=1)
    suggest(project, {"0-0": 0.9})
    brought = find_suggestions(Job.objects.get(kind="suggestions"))
    assert brought is not None
    brought.rows["suggestions"].delete()
    brought.settle(project)
    assert priorities(project) == [None]


@pytest.mark.parametrize("confidence", [-0.1, 1.1])
def test_a_confidence_that_is_no_probability_is_refused_with_its_line(confidence: float) -> None:
    project = make_project(pairs=2)
    with pytest.raises(DomainError, match="line 2: A confidence is below 0 or above 1"), transaction.atomic():
        suggest(project, {"0-0": 0.5}, {"0-0": confidence})
    with pytest.raises(IntegrityError, match="suggestion_confidence_0_1"), transaction.atomic():
        Suggestion.objects.create(
            item=project.items.first(), source_index=0, target_index=0, label="S", confidence=confidence
        )


@pytest.mark.parametrize("seed", range(3))
def test_the_most_doubtful_pair_comes_first_and_pairs_of_which_nothing_is_known_last(seed: int) -> None:
    project = make_project(pairs=8, spread=Project.Spread.PRIORITY)
    doubts = {number: number / 10 for number in range(1, 7)}
    places = random.Random(seed).sample(range(1, 9), 6)
    by_number = dict(zip(places, doubts.values(), strict=True))
    suggest(project, *({"0-0": 1 - by_number[n]} if n in by_number else {} for n in range(1, 9)))
    numbers = numbers_of(make_member(project))
    assert numbers[:6] == sorted(by_number, key=lambda number: -by_number[number])
    assert sorted(numbers) == list(range(1, 9))


def test_a_second_annotator_gets_first_what_the_first_read_unlike_the_machine() -> None:
    project = make_project(pairs=3, spread=Project.Spread.PRIORITY)
    suggest(project, {"0-0": 0.2, "1-2": 0.2, "2-1": 0.2}, {"0-0": 0.9}, {"0-1": 0.5})
    assert numbers_of(make_member(project), "0-0S 1-2S 2-1S") == [1, 3, 2]
    assert priorities(project) == [0, pytest.approx(2 / 3), 1]
    assert numbers_of(make_member(project), "0-0S 1-2S 2-1S") == [3, 2, 1]


def test_a_reading_of_another_project_leaves_its_priorities() -> None:
    project = make_project(pairs=2)
    suggest(project, {"0-0": 0.2}, {"0-1": 0.5})
    kept = priorities(project)
    numbers_of(make_member(project), "0-0S 1-2S 2-1S")
    assert priorities(project) == kept
