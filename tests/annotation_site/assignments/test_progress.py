"""Annotators' own progress: done, and left for them, in every kind of project."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.progress import COUNTED_AT_MOST, Progress, read_own_progress, read_progress
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.alignment.training.training_project import GOLD, WRONG, TrainingProject
from tests.evaluation.judgements import answer, make_round
from tests.factories import draw, lease, make_member, make_project, make_reading, submit
from tests.idiomaticity.crowd.entering import ROWS, enter, set_up
from tests.idiomaticity.making import make_rating_project, submit_rating

pytestmark = pytest.mark.django_db


def progress_of(annotator: Membership) -> Progress:
    return read_own_progress(Membership.objects.get(pk=annotator.pk))


def walk(annotator: Membership, take: Callable[[Assignment], object]) -> list[str]:
    """Take what is left to its end, and return its purposes: each submission moves one item from left to submitted."""
    purposes = []
    before = progress_of(annotator)
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        assert progress_of(annotator) == before, "what is begun is still left"
        take(assignment)
        purposes.append(assignment.purpose)
        if assignment.purpose == "training":
            assert progress_of(annotator) == before
            continue
        after = progress_of(annotator)
        assert (after.submitted, after.left) == (before.submitted + 1, before.left - 1)
        before = after
    assert before.left == 0
    return purposes


def open_page(annotator: Membership, route: str) -> str:
    client = Client()
    client.force_login(annotator.user)
    project = annotator.project
    args = [] if route == "home" else [project.slug]
    name = "projects:home" if route == "home" else f"{project.kind}:{route}"
    return client.get(reverse(name, args=args)).content.decode()


@pytest.mark.parametrize("share", [0, 10, 50])
def test_training_and_checks_do_not_stay_left(share: int) -> None:
    training = TrainingProject(use="check", check_share=share)
    assert training.project.item_count == 4
    purposes = walk(training.newcomer, lambda assignment: submit(draw(assignment, GOLD)))
    assert purposes.count("work") == 2
    other = TrainingProject(use="training")
    assert progress_of(other.newcomer) == Progress(0, 2)
    assert walk(other.newcomer, lambda assignment: submit(draw(assignment, GOLD))) == ["training"] * 2 + ["work"] * 2


def test_who_used_up_the_training_has_nothing_left() -> None:
    training = TrainingProject(use="training", training_attempts=1)
    for _ in range(2):
        assert progress_of(training.newcomer).left == 2
        training.read(WRONG)
    assert progress_of(training.newcomer).left == 0


def test_attention_items_and_the_limit_of_a_crowd_are_counted() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=9)
    known = {"user": project.created_by, "project": project}
    for name, use in (("fish", "tutorial"), ("rain", "attention"), ("think", "attention")):
        add_known_rating(**known, item=f"{name} tank-1", use=use, expected={"whole": (4, 5)}, explanation="")
    set_screening(**known, attention_share=25, pass_mark=70)
    invited = make_member(project)
    assert progress_of(invited).left >= 5
    assert walk(invited, lambda assignment: submit_rating(assignment, 3, 3, 5)).count("work") == 5
    set_up(project, limit_each=4, most_people=3)
    open_crowd(**known, is_open=True)
    worker = enter(project).membership
    assert progress_of(worker) == Progress(0, 5)
    assert walk(worker, lambda assignment: submit_rating(assignment, 3, 3, 5)).count("check") == 1
    assert progress_of(worker) == Progress(5, 0)


def test_judgements_of_open_rounds_are_left() -> None:
    opened = make_round()
    annotator = make_member(opened.project)
    assert walk(annotator, answer) == ["work"] * opened.task_count


@pytest.mark.parametrize("route", ["assignments", "overview", "home"])
@pytest.mark.parametrize("make", [lambda: make_project(pairs=3), make_rating_project, lambda: make_round().project])
def test_who_comes_when_all_have_their_readings_is_told_so(make: Callable[[], Project], route: str) -> None:
    """Two per pair: a third annotator has nothing left, though no item has a reading of theirs."""
    project = make()
    Item.objects.update(assigned_count=2, submitted_count=2, required_count=2, state=Item.State.ANNOTATED)
    late = make_member(project)
    page = open_page(late, route)
    if route == "home":
        assert ("Show my work" in page, "annotating" in page) == (True, False)
    else:
        assert reverse(f"{project.kind}:assignments_next", args=[project.slug]) not in page
        assert "at the moment. Please check again later." in page


def test_who_has_done_everything_is_offered_their_own_work_and_what_they_skipped() -> None:
    project = make_project(pairs=3)
    annotator = make_member(project)
    skipped = lease(annotator)
    skip_assignment(
        user=annotator.user, assignment_id=skipped.pk, operation_id=uuid4(), version=skipped.version, reason="Odd."
    )
    for _ in range(2):
        make_reading(annotator)
    for route in ("assignments", "overview"):
        page = open_page(annotator, route)
        work = reverse("alignment:assignments", args=[project.slug])
        assert ("2 submitted" in page, "none left" in page) == (True, True)
        assert f'href="{work}?state=submitted"' in page
        assert f'href="{work}?state=given-back"' in page


def test_excluded_annotators_have_only_what_they_began() -> None:
    project = make_rating_project()
    annotator = make_member(project)
    begun = lease_next(user=annotator.user, project=project)
    assert begun is not None
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotator.pk, reason="Test.")
    assert progress_of(annotator) == Progress(0, 1)


def test_counting_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(pairs=6)
    monkeypatch.setattr("annotation_site.assignments.progress.COUNTED_AT_MOST", 4)
    annotator = make_member(project)
    assert progress_of(annotator) == Progress(0, 4, is_more=True)
    assert "more than 4 left" in open_page(annotator, "overview")
    make_reading(annotator)
    make_reading(annotator)
    assert progress_of(annotator) == Progress(2, 4)
    assert COUNTED_AT_MOST == 1_000


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_pages_ask_the_database_as_often_with_much_work_as_with_little() -> None:
    few, many = make_project(pairs=2), make_project(pairs=40)
    counts = []
    for project, readings in ((few, 1), (many, 30)):
        annotator = make_member(project)
        for _ in range(readings):
            make_reading(annotator)
        client = Client()
        client.force_login(annotator.user)
        begun = lease(annotator)
        addresses = [reverse(f"alignment:{route}", args=[project.slug]) for route in ("assignments", "overview")]
        addresses += [reverse("alignment:annotate", args=[begun.pk]), reverse("projects:home")]
        counts.append([count_queries(client, address) for address in addresses])
    assert counts[0] == counts[1]


def test_the_home_page_asks_as_often_for_ten_projects_as_for_one() -> None:
    annotator = make_member(make_project(pairs=2))
    client = Client()
    client.force_login(annotator.user)
    client.get(reverse("projects:home"))
    one = count_queries(client, reverse("projects:home"))
    own = [annotator, *(make_member(make_project(pairs=2), user=annotator.user) for _ in range(9))]
    assert count_queries(client, reverse("projects:home")) == one
    assert set(read_progress(own).values()) == {Progress(0, 2)}
