"""Work, training, checks, repeats, extra work and earlier versions are counted apart, and every page says the same."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.assignments.counts import (
    ItemCounts,
    Submitted,
    count_in_progress,
    count_items,
    count_own_work,
    count_submitted,
    sum_submitted,
)
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.withdrawal import bring_back_items, withdraw_items
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.models import Membership, Project
from evaluation.judging.services.judging_rounds import close_judging_round
from tests.alignment.corrections.correcting import correct
from tests.alignment.training.training_project import GOLD, TrainingProject
from tests.evaluation.attention import make_attention_round
from tests.evaluation.judgements import answer, make_round
from tests.factories import draw, lease, make_member, make_project, make_reading, submit
from tests.idiomaticity.making import make_rating_project, submit_rating
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def fresh(annotator: Membership) -> Membership:
    return Membership.objects.get(pk=annotator.pk)


def counted(annotator: Membership) -> Submitted:
    return count_submitted([fresh(annotator)])[annotator.pk]


def make_trained(pairs: int = 4) -> Membership:
    """Return an annotator who submitted two pairs of training and, of four pairs, two of work."""
    training = TrainingProject(use="training")
    while (assignment := lease(training.newcomer)).purpose == "training":
        submit(draw(assignment, GOLD))
    submit(draw(assignment, "0-0S"))
    make_reading(training.newcomer)
    return training.newcomer


def open_page(annotator: Membership, route: str = "assignments", **query: str) -> Any:
    client = Client()
    client.force_login(annotator.user)
    project = annotator.project
    return client.get(reverse(f"{project.kind}:{route}", args=[project.slug]), query)


def filters(page: Any) -> dict[str, int]:
    return {row["value"]: row["count"] for row in page.context["filters"]}


def test_training_is_apart_from_work_in_the_list_of_ones_own_work() -> None:
    """The page said 2 submitted beside a filter with 4."""
    annotator = make_trained()
    page = open_page(annotator)
    assert page.context["progress"].submitted == 2
    assert filters(page) == {"": 2, "open": 0, "submitted": 2, "given-back": 0, "training": 2}
    assert len(page.context["rows"]) == 2
    trained = open_page(annotator, state="training").context["rows"]
    assert {row["assignment"].purpose for row in trained} == {"training"}
    assert len(trained) == 2


def test_an_earlier_version_is_apart_from_the_work_that_went_on() -> None:
    """The page said "All 3" beside 2 submitted of 2 pairs, and linked to a reading that nobody can open."""
    project = make_project(pairs=2, annotators_per_item=1)
    annotator = make_member(project)
    readings = [make_reading(annotator) for _ in range(2)]
    correct(project, "a white cat", "un gatto nero", number=readings[0].item.number, keep_respelled=True)
    page = open_page(annotator)
    assert filters(page) == {"": 2, "open": 0, "submitted": 2, "given-back": 0, "earlier": 1}
    earlier = open_page(annotator, state="earlier")
    assert [row["assignment"].pk for row in earlier.context["rows"]] == [readings[0].pk]
    assert reverse("alignment:annotate", args=[readings[0].pk]) not in markup_of(earlier)
    assert counted(annotator) == Submitted(work=2, earlier=1)


def test_checks_are_apart_for_managers_and_among_work_for_annotators() -> None:
    training = TrainingProject(use="check", check_share=50)
    annotator = training.newcomer
    for _ in range(4):
        submit(draw(lease(annotator), GOLD))
    found = counted(annotator)
    assert (found.work, found.checks, found.own) == (2, 2, 4)
    assert filters(open_page(annotator)) == {"": 4, "open": 0, "submitted": 4, "given-back": 0}
    client = Client()
    client.force_login(annotator.project.created_by)
    for address in ("alignment:overview", "projects:members"):
        page = markup_of(client.get(reverse(address, args=[annotator.project.slug])))
        assert re.search(r'class="number">2</td>\s*<td class="quiet small">2 checks', page), address
    [row] = [
        row
        for row in client.get(f"/api/v1/projects/{annotator.project.slug}/members/").json()["results"]
        if row["id"] == annotator.pk
    ]
    apart = {"work": 2, "checks": 2, "repeats": 0, "extra": 0, "training": 0, "earlier": 0}
    assert (row["submitted_count"], row["submitted"]) == (4, apart)


def test_who_manages_and_annotates_does_not_learn_of_their_own_checks() -> None:
    training = TrainingProject(use="check", check_share=50)
    project = training.project
    manager = make_member(project, user=project.created_by)
    for _ in range(4):
        submit(draw(lease(manager), GOLD))
    client = Client()
    client.force_login(project.created_by)
    for address in ("alignment:overview", "projects:members"):
        page = markup_of(client.get(reverse(address, args=[project.slug])))
        assert re.search(r'class="number">4</td>\s*<td class="quiet small">checks and repeats included', page), address
    rows = client.get(f"/api/v1/projects/{project.slug}/members/").json()["results"]
    assert [row["submitted"] for row in rows if row["id"] == manager.pk] == [None]


def test_work_without_a_place_is_counted_apart_until_it_has_one_again() -> None:
    project = make_rating_project()
    annotator = make_member(project)
    submit_rating(lease(annotator), 1, 2, 3)
    known: dict[str, Any] = {"user": project.created_by, "project": project, "annotator_id": annotator.pk}
    exclude_annotator(**known, reason="Test.")
    assert counted(annotator) == Submitted(extra=1)
    lift_exclusion(**known)
    assert counted(annotator) == Submitted(work=1)


def test_what_is_in_progress_is_work_without_training() -> None:
    training = TrainingProject(use="training")
    lease(training.newcomer)
    assert count_in_progress([training.newcomer]) == {}
    assert count_own_work(training.newcomer).training == {"in_progress": 1}


def test_the_confirmation_page_of_a_project_counts_apart() -> None:
    annotator = make_trained()
    project = Project.objects.get(pk=annotator.project_id)
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("projects:archive", args=[project.slug])))
    assert sum_submitted(project).training == 2
    assert re.search(r"<dd>\d+ of work; apart from it 2 in training</dd>", page)
    assert "<dd>4</dd>" in page


@pytest.mark.parametrize("make", [lambda: make_project(pairs=5), make_rating_project, lambda: make_round().project])
def test_items_are_those_of_the_list_whatever_is_withdrawn(make: Any) -> None:
    project = make()
    first, second = Item.objects.filter(project=project).order_by("number").values_list("number", flat=True)[:2]
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    withdraw_items(**known, numbers=[first, second], operation_id=uuid4())
    bring_back_items(**known, numbers=[second], operation_id=uuid4())
    project.refresh_from_db()
    found = count_items(project)
    assert (found.current, found.withdrawn) == (Item.objects.filter(project=project).count(), 1)
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:items", args=[project.slug]))
    assert page.context["page"].paginator.count == len(page.context["rows"]) == found.current


def test_attention_items_and_closed_ones_are_in_the_list_and_no_work() -> None:
    """Their rows were in the list, but not in its number, so that the last could not be reached."""
    opened = make_attention_round(attention_share=100)
    project = Project.objects.get(pk=opened.project_id)
    rows = Item.objects.filter(project=project)
    known = rows.filter(state="withdrawn").count()
    assert known
    assert count_items(project) == ItemCounts(open=opened.task_count, known=known)
    judge = make_member(project)
    answer(lease(judge))
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:items", args=[project.slug]))
    assert page.context["page"].paginator.count == rows.count() == opened.task_count + known


def test_an_item_brought_back_after_its_round_was_closed_is_counted_once() -> None:
    """The project's own number kept it, though it was out of work by then."""
    opened = make_round()
    project = Project.objects.get(pk=opened.project_id)
    [first, *_] = Item.objects.filter(project=project).order_by("number")
    known: dict[str, Any] = {"user": project.created_by, "project": project, "numbers": [first.number]}
    withdraw_items(**known, operation_id=uuid4())
    close_judging_round(user=project.created_by, judging_round=opened)
    assert count_items(Project.objects.get(pk=project.pk)).withdrawn == 1
    bring_back_items(**known, operation_id=uuid4())
    project.refresh_from_db()
    found = count_items(project)
    assert (found.withdrawn, found.known) == (0, opened.task_count)
    assert (found.current, project.item_count) == (opened.task_count, 0)


def test_a_share_of_what_is_left_is_told_beside_the_most() -> None:
    """Three annotators, two wanted: of six pairs about four come to each, and no more than six."""
    project = make_project(pairs=6, annotators_per_item=2)
    annotator, *_ = (make_member(project) for _ in range(3))
    page = open_page(annotator)
    progress = page.context["progress"]
    assert (progress.submitted, progress.left, progress.expected) == (0, 6, 4)
    make_reading(annotator)
    page = markup_of(open_page(annotator))
    assert "about 3 left, at most 5" in page
    assert '<progress value="1" max="4"' in page
    client = Client()
    client.force_login(annotator.user)
    state = client.post(f"/api/v1/projects/{project.slug}/next/").json()
    assert state["progress"] == {"submitted": 1, "left": 5, "expected": 3, "total": 6, "is_more": False}
    for _ in range(3):
        make_reading(annotator)
    assert "at most 2 left" in markup_of(open_page(annotator))


def test_people_are_counted_by_one_query_however_many_they_are() -> None:
    project = make_project(pairs=6, annotators_per_item=3)
    people = [make_member(project) for _ in range(3)]
    for annotator in people:
        make_reading(annotator)
    with CaptureQueriesContext(connection) as asked:
        found = count_submitted([fresh(each) for each in people])
    assert len(asked) == 3 + 1
    assert set(found.values()) == {Submitted(work=1)}
