"""Annotators see the same to the byte, whatever is kept from them: others' work, checks and controls."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pgtrigger
import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse

from alignment.projects.forms import AlignmentForm
from alignment.projects.models import AlignmentSettings
from alignment.rounds.services.rounds import open_round
from alignment.rounds.services.steps import post_round_comment
from alignment.suggestions.models import Suggestion
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.services.assignments import post_comment, resume_assignment, skip_assignment
from annotation_site.assignments.services.questions import answer_question
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.notices.jobs import mail_notices
from annotation_site.notices.services import choose_notice_mails
from annotation_site.projects.forms import ProjectForm
from annotation_site.projects.models import Membership, Project, Role
from evaluation.judging.models import JudgementTask, JudgingRound
from idiomaticity.projects.forms.settings import IdiomaticityForm
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.screening.models import KnownRating, ScreeningSettings
from tests.authorisation.two_worlds import AT, list_differences, look_around, world
from tests.evaluation.judgements import answer, make_round
from tests.expressions.making import make_passage_project, submit_marking
from tests.factories import draw, lease, make_member, make_project, submit
from tests.idiomaticity.making import make_rating_project, submit_rating

pytestmark = pytest.mark.django_db


def make_judging_project() -> Project:
    return make_round().project


MAKERS: dict[str, Callable[[], Project]] = {
    "alignment": lambda: make_project(pairs=4),
    "idiomaticity": make_rating_project,
    "evaluation": make_judging_project,
    "expressions": make_passage_project,
}
of_every_kind = pytest.mark.parametrize("kind", list(MAKERS))


@pytest.fixture(autouse=True)
def many_requests(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 100_000


def finish(assignment: Assignment) -> Assignment:
    """Answer and submit, as the kind asks for it."""
    done: dict[str, Callable[[Assignment], Assignment]] = {
        "alignment": lambda each: submit(draw(each)),
        "idiomaticity": submit_rating,
        "evaluation": answer,
        "expressions": lambda each: submit_marking(each, ([0, 1], "VID")),
    }
    return done[assignment.item.project.kind](assignment)


def begin_and_comment(annotator: Membership) -> Assignment:
    """Lease the next item, and put a question to the adjudicators."""
    assignment = lease(annotator)
    known = {"user": annotator.user, "assignment_id": assignment.pk}
    post_comment(**known, operation_id=uuid4(), text="One word or two?", is_question=True)
    return assignment


def walk_through(annotator: Membership, change: Callable[[Assignment], None] = lambda assignment: None) -> list[Any]:
    """Return what the annotator sees of an item, changed once it is leased, in every state: leased, skipped, resumed,
    submitted, reopened and with the next one.
    """
    assignment = begin_and_comment(annotator)
    known: dict[str, Any] = {"user": annotator.user, "assignment_id": assignment.pk}
    change(assignment)
    first = look_around(annotator)
    seen = [first]
    skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
    seen.append(look_around(annotator, first))
    resume_assignment(**known, operation_id=uuid4())
    seen.append(look_around(annotator, first))
    finish(Assignment.objects.get(pk=assignment.pk))
    seen.append(look_around(annotator, first))
    version = Assignment.objects.get(pk=assignment.pk).version
    reopen_assignment(**known, operation_id=uuid4(), version=version)
    seen.append(look_around(annotator, first))
    finish(Assignment.objects.get(pk=assignment.pk))
    lease(annotator)
    return [*seen, look_around(annotator, first)]


def expect_the_same(first: list[Any], second: list[Any]) -> None:
    for one, other in zip(first, second, strict=True):
        assert list_differences(one, other) == {}


@of_every_kind
def test_others_work_changes_nothing_that_an_annotator_sees_before_and_after(kind: str) -> None:
    project = MAKERS[kind]()
    annotator, other = make_member(project), make_member(project)
    with world():
        first = walk_through(annotator)
    with world():
        for _ in range(project.item_count - 1):
            finish(begin_and_comment(other))
        begin_and_comment(other)
        second = walk_through(annotator)
    expect_the_same(first, second)


def make_check(assignment: Assignment) -> None:
    """Make a check of work that was just leased: as if the item were one with a known answer."""
    Assignment.objects.filter(pk=assignment.pk).update(purpose=Assignment.Purpose.CHECK)
    item, manager = assignment.item, assignment.item.project.created_by
    Item.objects.filter(pk=item.pk).update(assigned_count=F("assigned_count") - 1)
    if item.project.kind == Project.Kind.ALIGNMENT:
        gold = {"links": [[0, 0, "S"]], "null_source": [], "null_target": []}
        KnownGold.objects.create(
            item=item, project=item.project, use="check", origin="imported", reading=gold, added_by=manager
        )
    elif item.project.kind == Project.Kind.IDIOMATICITY:
        KnownRating.objects.create(
            item=item, project=item.project, use="attention", expected={"whole": [5, 5]}, added_by=manager
        )
    elif item.project.kind == Project.Kind.EVALUATION:
        make_repeat(assignment, degraded_output=0, degraded_start=0, degraded_end=2)


def make_repeat(assignment: Assignment, **degraded: int) -> None:
    """Make an item of judging one that is asked twice, or, with a degraded stretch, an attention item."""
    other = JudgementTask.objects.exclude(item=assignment.item).order_by("pk")[0]
    with pgtrigger.ignore("evaluation.JudgementTask:fixed"):
        assert JudgementTask.objects.filter(item=assignment.item).update(repeats=other, **degraded) == 1


@of_every_kind
def test_a_check_is_what_work_is_in_every_state(kind: str) -> None:
    project = MAKERS[kind]()
    annotator = make_member(project)
    ScreeningSettings.objects.update_or_create(project=project, defaults={"attention_share": 0})
    with world():
        first = walk_through(annotator)
    with world():
        second = walk_through(annotator, make_check)
    expect_the_same(first, second)


def test_no_setting_tells_how_many_items_are_checks_or_controls() -> None:
    alignment, ratings = make_project(pairs=2), make_rating_project()
    shares = [
        (AlignmentSettings, alignment, ("check_share", "suggestion_control_share")),
        (IdiomaticitySettings, ratings, ("score_control_share",)),
    ]
    for model, project, withheld in shares:
        annotator = make_member(project)
        with world():
            first = look_around(annotator)
        with world():
            assert model.objects.filter(project=project).update(**dict.fromkeys(withheld, 37)) == 1
            ScreeningSettings.objects.update_or_create(project=project, defaults={"attention_share": 37})
            second = look_around(annotator)
        assert list_differences(first, second) == {}


@pytest.mark.parametrize("form", [AlignmentForm, IdiomaticityForm])
def test_the_api_shows_withheld_settings_to_managers_alone(form: type[ProjectForm]) -> None:
    project = make_project() if form is AlignmentForm else make_rating_project()
    adjudicator = make_member(project, Role.ADJUDICATOR)
    shown = {}
    for user in (project.created_by, make_member(project).user, adjudicator.user):
        client = Client()
        client.force_login(user)
        one = client.get(reverse("api:project-detail", args=[project.slug])).json()
        [listed] = client.get(reverse("api:projects")).json()["results"]
        shown[user.pk] = [name in answer for answer in (one, listed) for name in form.withheld]
        assert one["name"] == project.name
    assert all(shown.pop(project.created_by.pk))
    assert not any(any(names) for names in shown.values())


def test_no_setting_of_a_judging_round_tells_its_repeats_and_attention_items() -> None:
    project = make_judging_project()
    annotator = make_member(project)
    with world():
        first = walk_through(annotator)
    with world():
        JudgingRound.objects.update(repeat_share=37, attention_share=37)
        second = walk_through(annotator)
    expect_the_same(first, second)


def test_a_repeat_is_what_other_work_is_in_every_state() -> None:
    project = make_judging_project()
    annotator = make_member(project)
    with world():
        first = walk_through(annotator)
    with world():
        second = walk_through(annotator, make_repeat)
    expect_the_same(first, second)


def read_mail(annotator: Membership) -> list[tuple[str, str]]:
    """Have all mail sent that is due an hour later; return what the annotator gets, without what is said once only."""
    known = len(mail.outbox)
    with mock.patch("django.utils.timezone.now", return_value=AT + timedelta(hours=1)):
        mail_notices()
    own = [sent for sent in mail.outbox[known:] if sent.to == [annotator.user.email]]
    return [(str(sent.subject), re.sub(r"/stop/\S+", "", str(sent.body))) for sent in own]


def answer_questions(project: Project) -> None:
    for question in Comment.objects.to_answer(project.created_by).filter(item__project=project):
        answer_question(user=project.created_by, project=project, comment_id=question.pk, text="One.")


@of_every_kind
def test_mail_tells_nothing_of_others_work_nor_of_checks(kind: str) -> None:
    project = MAKERS[kind]()
    annotator, other = make_member(project), make_member(project)
    for member in (annotator, other):
        choose_notice_mails(user=member.user, notice_mails="immediately")
    mails = []
    for is_secret in (False, True):
        with world():
            if is_secret:
                finish(begin_and_comment(other))
            assignment = begin_and_comment(annotator)
            if is_secret:
                make_check(assignment)
            finish(assignment)
            answer_questions(project)
            mails.append(read_mail(annotator))
    assert len(mails[0]) == 1
    assert mails[0] == mails[1]


def test_a_reconciliation_round_tells_nothing_of_rounds_elsewhere() -> None:
    """The counters of all tables differ between the worlds, as where others held rounds meanwhile."""
    project = make_project(pairs=4)
    annotator, other = make_member(project), make_member(project)
    seen = []
    for _ in range(2):
        with world():
            mine, theirs = lease(annotator), lease(other)
            submit(draw(mine))
            submit(draw(theirs, "0-0P 1-2S 2-1S"))
            open_round(user=project.created_by, project=project, operation_id=uuid4())
            known = {"user": annotator.user, "assignment_id": mine.pk}
            first = look_around(annotator)
            assert sum("reconcile" in name and status == 200 for name, (status, _, _) in first.items()) >= 1
            post_round_comment(**known, operation_id=uuid4(), text="Is it Sure?")
            seen.append([first, look_around(annotator, first)])
    expect_the_same(*seen)


def claim_suggestions(assignment: Assignment) -> list[bytes]:
    """Return the answers to an annotator who claims to accept, drop and dismiss a suggestion that is not shown."""
    client = Client()
    client.force_login(assignment.annotator.user)
    address = reverse("api:assignment-operations", args=[assignment.pk])
    changes: list[dict[str, Any]] = [
        {"kind": "set", "links": [[0, 0, "S", "suggestion"]]},
        {"kind": "undo"},
        {"kind": "redo"},
        {"kind": "set", "links": [[0, 0, None]]},
        {"kind": "set", "dismissed": [[0, 0, True]]},
        {"kind": "set", "dismissed": [[1, 1, True]]},
    ]
    answers = []
    for change in changes:
        version = Assignment.objects.get(pk=assignment.pk).version
        body = {**change, "version": version, "operation_id": str(uuid4())}
        answered = client.post(address, body, content_type="application/json")
        answers.append((answered.status_code, {**answered.json(), "operation_id": "", "saved_at": ""}))
    return answers


def test_a_control_pair_is_what_a_pair_without_suggestions_is_whatever_is_claimed() -> None:
    project = make_project(pairs=4)
    annotator = make_member(project)
    AlignmentSettings.objects.filter(project=project).update(suggestion_control_share=100)
    with world():
        answers = []
        first = walk_through(annotator, lambda assignment: answers.extend(claim_suggestions(assignment)))
    with world():
        for item in Item.objects.filter(project=project):
            Suggestion.objects.create(item=item, source_index=0, target_index=0, label="S", confidence=0.9)
        claimed = []
        second = walk_through(annotator, lambda assignment: claimed.extend(claim_suggestions(assignment)))
    assert claimed == answers
    expect_the_same(first, second)


def test_the_harness_sees_a_number_that_the_site_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that numbered comments by one counter again would not pass."""
    project = make_project(pairs=2)
    annotator = make_member(project)
    seen = []
    for _ in range(2):
        with world():
            assignment = begin_and_comment(annotator)
            Comment.objects.filter(assignment=assignment).update(
                text=str(Membership.objects.create(project=project, user=annotator.user, role="adjudicator").pk)
            )
            seen.append(look_around(annotator))
    assert list_differences(*seen)
