"""A closed judging round gives out no more, and keeps what was begun."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.adjudication.queues import AGREED
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.web.exceptions import NotEditable
from evaluation.adjudication.jobs import compare_judgements
from evaluation.adjudication.queries.queue import list_queue
from evaluation.correlation.queries.human_scores import (
    find_judging_round_report,
)
from evaluation.judging.queries.judging import list_judging_rounds
from evaluation.judging.services import judging_rounds
from evaluation.judging.services.judging_rounds import close_judging_round
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    lease_judgement,
    make_round,
)
from tests.evaluation.judging.saving import SCORES
from tests.evaluation.translated import run
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_a_closed_round_gives_out_no_more_but_takes_what_is_begun() -> None:
    opened = make_round()
    annotator = make_member(opened.project)
    begun = lease_judgement(annotator)
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    answer(begun)
    assert lease_next(user=annotator.user, project=opened.project) is None
    opened.project.refresh_from_db()
    assert opened.project.item_count == 0
    assert find_judging_round_report(opened).judgements == 2


def test_many_items_are_compared_by_a_job_that_pages_tell_of(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = make_round(required_count=3)
    project = opened.project
    for _ in range(2):
        answer_everything(make_member(project), SCORES)
    monkeypatch.setattr(judging_rounds, "COMPARED_AT_ONCE", 2)
    close_judging_round(user=project.created_by, judging_round=opened)
    assert not list_queue(project, AGREED).exists()
    job = project.jobs.get(kind="compare_judgements")
    client = Client()
    client.force_login(project.created_by)
    pages = [
        reverse("evaluation:adjudication", args=[project.slug]),
        reverse("evaluation:judging_round", args=[project.slug, opened.number]),
    ]
    told = "Judgements of a closed round are being compared."
    assert all(told in client.get(page).content.decode() for page in pages)
    done = run(job, compare_judgements)
    assert done.result["summary"] == "The judgements of 3 items were compared."
    assert list_queue(project, AGREED).count() == 3
    assert not any(told in client.get(page).content.decode() for page in pages)


def test_what_was_judged_of_a_closed_round_is_no_more_than_was_required() -> None:
    opened = make_round(required_count=2)
    annotator = make_member(opened.project)
    answer_everything(annotator, SCORES)
    begun = lease_judgement(make_member(opened.project))
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    counted = list_judging_rounds(opened.project).get()
    assert (counted.given, counted.required) == (3, 3)
    answer(begun)
    counted = list_judging_rounds(opened.project).get()
    assert (counted.given, counted.required) == (4, 4)
    state = describe_state(Assignment.objects.filter(annotator=annotator).latest("pk"))
    assert state["progress"] == {"submitted": 3, "left": 0, "expected": 0, "total": 3, "is_more": False}


def test_what_is_begun_can_be_gone_on_with_when_its_round_is_closed() -> None:
    opened = make_round()
    begun = lease_judgement(make_member(opened.project))
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    client = Client()
    client.force_login(begun.annotator.user)
    for route in ("assignments", "overview"):
        page = client.get(reverse(f"evaluation:{route}", args=[opened.project.slug])).content.decode()
        assert reverse("evaluation:assignments_next", args=[opened.project.slug]) in page


def test_what_is_judged_of_a_closed_round_stays_so_that_nobody_gets_more_of_it() -> None:
    """Taken back and then skipped, it would be given to somebody else."""
    opened = make_round(required_count=1)
    annotator = make_member(opened.project)
    done = answer(lease_judgement(annotator))
    assert Item.objects.get(pk=done.item_id).state == Item.State.ANNOTATED
    close_judging_round(user=opened.project.created_by, judging_round=opened)
    with pytest.raises(NotEditable, match="This judging round is closed"):
        reopen_assignment(user=annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version)
    client = Client()
    client.force_login(annotator.user)
    page = client.get(reverse("evaluation:assignments", args=[opened.project.slug])).content.decode()
    assert reverse("evaluation:reopen", args=[done.pk]) not in page
