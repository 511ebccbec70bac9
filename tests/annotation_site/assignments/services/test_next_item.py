"""The search on the ring: bounded by a place, it finds what it would among the items themselves."""

import random

import pytest
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.next_item import HALVES, _find_by_priority, _find_near, _find_on_ring
from annotation_site.projects.models import Membership, Project
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db
WINDOW = 5


def fill(chance: random.Random, project: Project, annotator: Membership) -> None:
    """Let items have any state, others' and own assignments."""
    for item in Item.objects.filter(project=project):
        item.required_count = chance.choice([1, 2, 3])
        item.assigned_count = chance.randint(0, item.required_count)
        item.state = chance.choice([Item.State.OPEN] * 4 + [Item.State.ADJUDICATED])
        item.save()
        if chance.random() < 0.5:
            state = chance.choice([Assignment.State.RETURNED, Assignment.State.SUBMITTED, Assignment.State.SKIPPED])
            Assignment.objects.create(item=item, annotator=annotator, state=state, lease_expires_at=timezone.now())


@pytest.mark.parametrize("seed", range(3))
def test_a_window_by_its_last_place_has_the_items_of_the_window(seed: int) -> None:
    chance = random.Random(seed)
    project = make_project(pairs=40)
    annotator = make_member(project)
    fill(chance, project, annotator)
    keys = list(Item.objects.filter(project=project).values_list("pk", flat=True))
    found = []
    for _ in range(60):
        half, avoid = chance.choice(["gte", "lt"]), chance.sample(keys, chance.choice([0, 5]))
        values = project.pk, chance.randint(0, 2), chance.random(), annotator.pk, avoid
        by_place, by_key = (_find_on_ring(half, window=WINDOW, skip_locked=skip)(*values) for skip in (True, False))
        assert by_place == by_key
        found += by_place
    assert len({item.pk for item in found}) > 5


@pytest.mark.parametrize("seed", range(3))
def test_searches_in_one_statement_have_the_item_of_the_first_that_finds_one(seed: int) -> None:
    chance = random.Random(seed)
    project = make_project(pairs=20)
    annotator = make_member(project)
    fill(chance, project, annotator)
    keys = list(Item.objects.filter(project=project).values_list("pk", flat=True))
    places = set()
    for _ in range(60):
        levels = tuple(chance.sample(range(4), chance.randint(1, 3)))
        point, avoid = chance.random(), chance.sample(keys, chance.choice([0, 12]))
        one_by_one = [
            found
            for level in levels
            for half in HALVES
            for found in _find_on_ring(half, window=64, skip_locked=True)(project.pk, level, point, annotator.pk, avoid)
        ]
        assert _find_near(levels)(project.pk, point, annotator.pk, avoid) == one_by_one[:1]
        places |= {len(one_by_one)}
    assert {0, 1, 2} & places
    assert len(places) > 2


@pytest.mark.parametrize("skip", [True, False])
def test_a_search_by_priority_has_the_first_free_item_of_its_window(skip: bool) -> None:
    chance = random.Random(7)
    project = make_project(pairs=40)
    annotator = make_member(project)
    fill(chance, project, annotator)
    for item in Item.objects.filter(project=project):
        Item.objects.filter(pk=item.pk).update(priority=chance.choice([None, 0.0, 0.25, 0.5, 1.0]))
    held = Assignment.objects.filter(annotator=annotator).exclude(state=Assignment.State.RETURNED)
    for level in range(3):
        room = Item.objects.with_room().filter(project=project, assigned_count=level, priority__isnull=False)
        free = list(room.exclude(pk__in=held.values("item")).order_by("-priority", "ring_place"))
        assert free
        assert _find_by_priority(window=None, skip_locked=skip)(project.pk, level, annotator.pk, []) == free[:1]
        assert _find_by_priority(window=40, skip_locked=skip)(project.pk, level, annotator.pk, []) == free[:1]
