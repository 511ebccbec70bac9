"""Adjudication of compounds: settled at once, undone, worst first, and in the release."""

from pathlib import Path
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.notices.queries import list_waiting
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project, Role
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion
from idiomaticity.adjudication.models import DoubtCount
from idiomaticity.adjudication.queries import DISPUTED_COMPOUNDS, LEAST_TIME_BETWEEN_COUNTS, read_queue
from idiomaticity.adjudication.queries import find_next as find_next_open
from idiomaticity.adjudication.services import Verdict, adjudicate_compound, undo_verdict
from idiomaticity.adjudication.views import COMPOUNDS
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.classes.judging import browser, class_of, decide, judge, make_expert
from tests.idiomaticity.making import lease_rating, make_rating_project, make_study_release, submit_rating

pytestmark = pytest.mark.django_db


def test_a_decision_settles_the_class_and_closes_it(project: Project) -> None:
    first, second = make_expert(project), make_expert(project)
    judge(first, 1, "C")
    judge(second, 1, "NC")
    decide(project, 1, 0, decided_class="PC", note="between", is_done=True)
    assert class_of(project, 1) == "PC"
    with pytest.raises(NotEditable, match="adjudicated"):
        judge(first, 1, "NC")
    decide(project, 1, 1, decided_class="PC", is_done=False)
    judge(first, 1, "NC")
    assert class_of(project, 1) == "PC", "a decision goes before experts"


def test_decisions_are_undone_one_by_one(project: Project) -> None:
    decide(project, 1, 0, decided_class="C", note="first", is_done=False)
    decide(project, 1, 1, decided_class="PC", note="second", is_done=True)
    known = {"user": project.created_by, "project": project, "number": 1}
    row = undo_verdict(**known, version=2, operation_id=uuid4())
    assert (row.decided_class, row.note, row.is_done, class_of(project, 1)) == ("C", "first", False, "C")
    row = undo_verdict(**known, version=3, operation_id=uuid4())
    assert (row.decided_class, class_of(project, 1)) == ("", "NC"), "the file's class counts again"
    with pytest.raises(DomainError, match="There is no decision on this compound"):
        undo_verdict(**known, version=4, operation_id=uuid4())
    subject = COMPOUNDS.find(project.created_by, project, 1)
    assert [entry.act for entry in COMPOUNDS.list_history(subject)] == [
        "Undone",
        "Undone, compositional",
        "Decided, partly compositional",
        "Changed, compositional",
    ]


def test_a_stale_decision_is_refused_and_a_repeated_one_taken_once(project: Project) -> None:
    operation_id = uuid4()
    for _ in "ab":
        adjudicate_compound(
            user=project.created_by,
            project=project,
            number=1,
            version=0,
            verdict=Verdict("C"),
            operation_id=operation_id,
        )
    with pytest.raises(StaleVersion):
        decide(project, 1, 0, decided_class="NC")
    assert Operation.objects.filter(kind="adjudicate_compound").count() == 1
    with pytest.raises(RoleRequired):
        adjudicate_compound(
            user=make_member(project).user,
            project=project,
            number=1,
            version=1,
            verdict=Verdict("C"),
            operation_id=uuid4(),
        )


@pytest.fixture
def doubtful() -> Project:
    """Raters of the first compound split; the second's class contradicts its score; the third is in order."""
    text = (
        "compound\tsentence\tclass\nfish tank\tA fish tank.\tPC\ncash cow\tA cash cow.\tC\nolive oil\tOlive oil.\tC\n"
    )
    project = make_rating_project(text=text, annotators_per_item=4)
    scores = {"fish tank": (0, 0, 5, 5), "cash cow": (1, 1, 0, 1), "olive oil": (5, 4, 5, 5)}
    for place in range(4):
        annotator = make_member(project)
        for _ in range(3):
            assignment = lease_rating(annotator)
            submit_rating(assignment, 3, 3, scores[assignment.item.occurrence.compound.text][place])
    return project


def test_the_worst_comes_first_and_what_is_done_last(doubtful: Project) -> None:
    queue = read_queue(doubtful)
    assert [(row.compound.text, [reason.kind for reason in row.reasons]) for row in queue] == [
        ("fish tank", ["polarised"]),
        ("cash cow", ["class"]),
    ]
    decide(doubtful, 1, 0, is_done=True)
    queue = read_queue(doubtful)
    assert [row.compound.text for row in queue] == ["cash cow", "fish tank"]
    following = find_next_open(queue, 1)
    assert following is not None
    assert following.compound.number == 2


def count_waiting(user: User, project: Project) -> int:
    project = Project.objects.get(pk=project.pk)
    return sum(row.count for row in list_waiting(user, [project])[project.pk] if row.task is DISPUTED_COMPOUNDS)


def test_adjudicators_are_told_how_many_compounds_wait(doubtful: Project) -> None:
    judge_of_all = make_member(doubtful, Role.ADJUDICATOR).user
    assert count_waiting(judge_of_all, doubtful) == 2
    assert count_waiting(make_member(doubtful).user, doubtful) == 0
    decide(doubtful, 1, 0, is_done=True)
    assert count_waiting(judge_of_all, doubtful) == 1, "a decision counts at once"
    page = browser(judge_of_all).get(reverse("idiomaticity:overview", args=[doubtful.slug])).content.decode()
    assert "Adjudicate 1 compound" in page


def test_an_expert_is_not_told_of_compounds_that_they_have_yet_to_classify(doubtful: Project) -> None:
    expert = make_expert(doubtful)
    make_member(doubtful, Role.ADJUDICATOR, expert.user)
    assert count_waiting(expert.user, doubtful) == 0
    judge(expert, 2, "C")
    assert count_waiting(expert.user, doubtful) == 1


def test_waiting_compounds_are_counted_anew_after_a_minute_if_anything_was_done(doubtful: Project) -> None:
    adjudicator = make_member(doubtful, Role.ADJUDICATOR).user
    assert count_waiting(adjudicator, doubtful) == 2
    for compound_class in ("C", "NC"):
        judge(make_expert(doubtful), 3, compound_class)
    assert count_waiting(adjudicator, doubtful) == 2
    DoubtCount.objects.update(counted_at=timezone.now() - LEAST_TIME_BETWEEN_COUNTS)
    assert count_waiting(adjudicator, doubtful) == 3
    counted = DoubtCount.objects.get()
    DoubtCount.objects.update(counted_at=timezone.now() - LEAST_TIME_BETWEEN_COUNTS)
    assert count_waiting(adjudicator, doubtful) == 3
    assert DoubtCount.objects.get().counted_at < counted.counted_at, "nothing was done since"


def test_the_pages_decide_and_undo_without_a_script(doubtful: Project) -> None:
    client = browser(make_member(doubtful, Role.ADJUDICATOR).user)
    page = client.get(reverse("idiomaticity:adjudication", args=[doubtful.slug])).content.decode()
    assert "Polarised ratings: 2 around 0.0, 2 around 5.0." in page
    address = reverse("idiomaticity:adjudicate_decide", args=[doubtful.slug, 1])
    fields = {"operation_id": str(uuid4()), "version": 0, "decided_class": "NC", "note": "two senses", "is_done": "on"}
    answer = client.post(address, fields)
    assert answer.headers["Location"] == reverse("idiomaticity:adjudicate", args=[doubtful.slug, 2])
    assert client.post(address, {**fields, "operation_id": str(uuid4())}).status_code == 409
    shown = client.get(reverse("idiomaticity:adjudicate", args=[doubtful.slug, 1])).content.decode()
    assert "two senses" in shown
    undo = reverse("idiomaticity:adjudicate_undo", args=[doubtful.slug, 1])
    assert client.post(undo, {"operation_id": str(uuid4()), "version": 1}).status_code == 302
    assert class_of(doubtful, 1) == "PC"


def test_the_queue_by_api(doubtful: Project) -> None:
    client = browser(doubtful.created_by)
    rows = client.get(reverse("api:compound-queue", args=[doubtful.slug])).json()["results"]
    assert [row["compound"] for row in rows] == ["fish tank", "cash cow"]
    address = reverse("api:compound-decision", args=[doubtful.slug, 2])
    body = {"operation_id": str(uuid4()), "version": 0, "decided_class": "NC", "note": "an earner"}
    answer = client.post(address, body, content_type="application/json")
    answered = answer.json()
    assert answered.pop("saved_at")
    assert answered == {
        "version": 1,
        "decided_class": "NC",
        "note": "an earner",
        "is_done": True,
        "compound_class": "NC",
    }
    assert client.get(address).json()["is_done"]
    refused = client.post(address, {**body, "operation_id": str(uuid4())}, content_type="application/json")
    assert (refused.status_code, refused.json()["state"]["note"]) == (409, "an earner")
    decided = client.get(reverse("api:compound-queue", args=[doubtful.slug]), {"show": "decided"}).json()["results"]
    assert [row["compound"] for row in decided] == ["cash cow"]
    body = {"operation_id": str(uuid4()), "version": 1}
    undone = client.post(reverse("api:compound-undo", args=[doubtful.slug, 2]), body, content_type="application/json")
    assert undone.json()["compound_class"] == "C"


@pytest.mark.django_db(transaction=True)
def test_classes_decisions_and_notes_are_in_the_release(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project()
    first, second = make_expert(project), make_expert(project)
    submit_rating(lease_rating(first), 3, 3, 4)
    for number, (one, other) in enumerate((("C", "C"), ("NC", "PC")), start=1):
        judge(first, number, one)
        judge(second, number, other)
    decide(project, 3, 0, decided_class="PC", note="half of it")
    release = make_study_release(project)
    assert release.manifest["classes"] == {"C": 1, "PC": 1}
    assert release.manifest["class_agreement"]["compounds"] == 2
    assert verify_release(save_release(release, tmp_path))["verified"]
