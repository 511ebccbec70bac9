"""Numbers of pairs by state, of which the commonest is taken from the project's own number."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext

from alignment.training.services.known_gold import import_known_gold, remove_known_gold
from annotation_site.assignments.counts import ItemCounts, count_items
from annotation_site.assignments.item_list import KNOWN, STATES
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.withdrawal import bring_back_items, withdraw_items
from annotation_site.projects.models import Project
from tests.alignment.corrections.correcting import correct
from tests.alignment.training.gold import gold_file
from tests.annotation_site.imports.taking_back import bring_pairs, take_back
from tests.factories import make_project

pytestmark = pytest.mark.django_db
State = Item.State


def expect(project: Project) -> ItemCounts:
    """Count every pair of the project."""
    project.refresh_from_db()
    counts: dict[str, int] = dict.fromkeys((*STATES, KNOWN), 0)
    counts |= dict(Item.objects.filter(project=project).order_by().values_list("state").annotate(n=Count("pk")))
    counts[KNOWN] = Item.objects.filter(project=project, state=State.WITHDRAWN, withdrawn_from="").count()
    counts[State.WITHDRAWN] -= counts[KNOWN]
    return ItemCounts(**counts)


@pytest.mark.parametrize("commonest", STATES)
def test_counts_are_those_of_all_pairs_whichever_state_is_the_commonest(commonest: str) -> None:
    project = make_project(pairs=60)
    Item.objects.filter(project=project).update(state=commonest)
    for place, state in enumerate(STATES):
        Item.objects.filter(project=project, number__range=(7 * place + 1, 7 * place + place)).update(state=state)
    with CaptureQueriesContext(connection) as asked:
        counts = count_items(project)
    assert counts == expect(project)
    assert counts.current == 60
    assert len(asked) == 2
    # Its rows are not read; the second statement names withdrawn pairs once more, for known gold.
    assert asked[1]["sql"].count(f"'{commonest}'") == (commonest == State.WITHDRAWN)


def test_a_project_without_pairs_has_none_in_any_state() -> None:
    assert count_items(make_project()) == ItemCounts()


def test_the_number_of_the_project_is_that_of_its_pairs_whatever_was_done_with_them() -> None:
    project = make_project(pairs=5)
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    correct(project, "a white cat", "un gatto bianco", number=5)
    assert count_items(project) == expect(project)
    withdraw_items(**known, numbers=[1, 2], operation_id=uuid4())
    assert count_items(project) == expect(project)
    bring_back_items(**known, numbers=[2], operation_id=uuid4())
    gold = gold_file('{"id": "pair-3", "sure": "0-0"}')
    import_known_gold(**known, file=gold, use="training", operation_id=uuid4())
    assert count_items(project) == expect(project)
    assert expect(project).known == 1
    remove_known_gold(**known, number=3, operation_id=uuid4())
    imported = bring_pairs(project)
    assert count_items(project).current == 7
    assert count_items(project) == expect(project)
    correct(project, "a white cat", "un gatto bianco", number=6)
    assert count_items(project) == expect(project)
    withdraw_items(**known, numbers=[7], operation_id=uuid4())
    bring_back_items(**known, numbers=[7], operation_id=uuid4())
    assert count_items(project) == expect(project)
    assert imported.result["imported"] == 2


def test_the_number_of_the_project_is_that_of_its_pairs_when_an_import_was_taken_back() -> None:
    project = make_project(pairs=2)
    imported = bring_pairs(project)
    withdraw_items(user=project.created_by, project=project, numbers=[3], operation_id=uuid4())
    take_back(imported)
    project.refresh_from_db()
    assert count_items(project) == expect(project)
    assert project.item_count == 2
