"""Attention items count in nothing but their own figures, and nobody who judges can tell them from other items."""

from dataclasses import asdict
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.adjudication.queues import AGREED, TO_DECIDE
from annotation_site.annotator_quality.columns import describe_row
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.machines.queries import list_tasks
from annotation_site.projects.models import Membership
from evaluation.adjudication.models import JudgementDifference
from evaluation.adjudication.queries.queue import list_queue
from evaluation.boards.queries.contents import describe_contents
from evaluation.correlation.queries.human_scores import (
    find_judging_round_report,
    list_judgements,
    read_preferences,
    read_scores,
)
from evaluation.judging.models import JudgementTask, JudgingRound, OutputJudgement
from evaluation.judging.queries.annotator_quality import read_judging_annotator_quality
from evaluation.judging.queries.attention_pairs import list_attention_pairs
from evaluation.judging.queries.judging import list_judging_rounds
from evaluation.judging.queries.quality import COLUMNS
from evaluation.judging.queries.ratings import describe_rated, list_rated, list_ratings
from evaluation.judging.services.judging_rounds import close_judging_round, reopen_judging_round
from evaluation.releases.contents import report_judging
from evaluation.releases.queries.evaluation import look_ahead, read_judging
from tests.evaluation.attention import attend, judge_all, make_attention_round
from tests.evaluation.judgements import answer, lease_judgement
from tests.factories import make_member
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
OWN = ("attention_passed", "attention_failed", "attention_p", "flags", "median_seconds")


def read_everything(found: JudgingRound) -> dict[str, Any]:
    """Return all that is computed or exported from a judging round, but for seconds and attention items."""
    [listed] = list_judging_rounds(found.project)
    released = report_judging(read_judging(found))
    report = asdict(find_judging_round_report(found))
    for rows in (report["annotators"], released["annotators"]):
        for row in rows:
            del row["seconds"]
    return {
        "report": report,
        "answers": list(list_judgements(found)),
        "scores": read_scores(found),
        "preferences": read_preferences(found),
        "ratings": list(list_ratings(found)),
        "rated": describe_rated(found, list(list_rated(found)), with_excluded=True),
        "differences": list(JudgementDifference.objects.order_by("item").values()),
        "queue": [list(list_queue(found.project, shown).values("item")) for shown in (TO_DECIDE, AGREED)],
        "quality": [
            {name: value for name, value in describe_row(COLUMNS, row, is_own=False).items() if name not in OWN}
            for row in read_judging_annotator_quality(found)
        ],
        "progress": (listed.given, listed.required, listed.task_count),
        "contents": describe_contents(found.test_set, []),
        "machines": [item.pk for item in list_tasks(found.project)],
        "released": {name: value for name, value in released.items() if name != "attention"},
        "ahead": [row["judgements"] for row in look_ahead(found.project)],
        "counted": read_judging(found).list_counted(),
    }


def judge_copies_again(annotator: Membership) -> None:
    """Give another answer about every degraded translation, with which none passes."""
    for check in annotator.assignments.filter(purpose=Assignment.Purpose.CHECK):
        opened = reopen_assignment(
            user=annotator.user, assignment_id=check.pk, operation_id=uuid4(), version=check.version
        )
        value = 2 if opened.item.judgement_task.judging_round.method == "preference" else 99
        answers: list[int | None] = [value] * OutputJudgement.objects.filter(assignment=check).count()
        answer(opened, answers)


@pytest.mark.parametrize("method", ["percent", "preference"])
def test_what_is_said_about_copies_changes_nothing_but_their_own_figures(method: str) -> None:
    opened = make_attention_round(method=method, attention_share=100, required_count=2)
    judges = [make_member(opened.project) for _ in range(2)]
    for each in judges:
        judge_all(each, attend)
    before = read_everything(opened)
    passed = [row.found.attention.passed for row in read_judging_annotator_quality(opened)]
    for each in judges:
        judge_copies_again(each)
    opened = JudgingRound.objects.get(pk=opened.pk)
    after = read_everything(opened)
    assert {name for name, value in after.items() if value != before[name]} == set()
    assert before["progress"] == (24, 24, 12)
    assert len(before["counted"]) == before["ahead"][0] == 24
    assert {row["judgements"] for row in before["quality"]} == {12}
    again = [row.found.attention.passed for row in read_judging_annotator_quality(opened)]
    assert min(passed) >= 11 and max(again) < min(passed)


def test_copies_stay_out_of_closing_reopening_and_work_of_machines() -> None:
    opened = make_attention_round(required_count=2)
    copies = JudgementTask.objects.filter(degraded_output__isnull=False).values("item")
    judge_all(make_member(opened.project), attend)
    assert not list_tasks(opened.project).filter(pk__in=copies).exists()
    manager = opened.project.created_by
    close_judging_round(user=manager, judging_round=opened)
    opened.project.refresh_from_db()
    assert opened.project.item_count == 0
    reopen_judging_round(user=manager, judging_round=opened)
    opened.project.refresh_from_db()
    assert opened.project.item_count == 12
    assert set(Item.objects.filter(pk__in=copies).values_list("state", flat=True)) == {"withdrawn"}


def test_a_release_repeats_the_check_from_its_files() -> None:
    opened = make_attention_round(method="esa")
    judge = make_member(opened.project)
    judge_all(judge, attend)
    [row] = read_judging_annotator_quality(opened)
    judging = read_judging(opened)
    assert [task.degraded is not None for task in judging.tasks].count(True) == 6
    [released] = report_judging(judging)["attention"]
    assert released == {"annotator": judge.pseudonym, **asdict(row.found.attention)}
    assert released["passed"] == released["pairs"] in (5, 6)


def test_every_pair_can_be_downloaded_by_managers_but_not_ones_own() -> None:
    opened = make_attention_round()
    judge = make_member(opened.project)
    judge_all(judge, attend)
    header, *rows = list_attention_pairs(opened)
    named = [dict(zip(header, row, strict=True)) for row in rows]
    assert len(named) in (5, 6)
    for row in named:
        assert (row["original"], row["degraded"], row["drop"], row["passed"]) == (5, 1, 4, 1)
        assert row["degraded_text"][row["start"] : row["end"]] not in row["original_text"]
    address = reverse("evaluation:judgement_results", args=[opened.project.slug, 1, "attention-items", "csv"])
    manager, other = Client(), Client()
    manager.force_login(opened.project.created_by)
    other.force_login(judge.user)
    assert manager.get(address).getvalue().decode().count(judge.pseudonym) >= len(named)
    assert other.get(address).status_code in (403, 404)
    assert list(list_attention_pairs(opened, without=frozenset({judge.pk}))) == [header]


@pytest.mark.parametrize("method", ["score", "preference", "mqm"])
def test_a_copy_cannot_be_told_from_what_it_copies(method: str) -> None:
    """Compare all that judges can read of both, but for the outputs, and what must differ between two assignments."""
    opened = make_attention_round(method=method)
    judge = make_member(opened.project)
    client = Client()
    client.force_login(judge.user)
    seen: dict[tuple[int, bool], tuple[dict[str, Any], int]] = {}
    shown: list[int] = []
    for _ in range(17):
        before = lease_judgement(judge)
        state = client.get(reverse("api:assignment-detail", args=[before.pk])).json()
        page = markup_of(client.get(reverse("evaluation:judge", args=[before.pk])))
        # The first page alone has nothing to go back to.
        marks = page.count("<") + 2 * (not shown)
        assert state["progress"]["submitted"] == len(shown)
        shown.append(state["progress"]["total"])
        for name in ("assignment", "urls", "progress"):
            del state[name]
        outputs = state.pop("outputs")
        state["number_of_outputs"] = len(outputs)
        number = state["item"].pop("number")
        assert 1 <= number <= 18
        for told in ("degraded", "attention", "check-", "withdrawn", "purpose"):
            assert told not in f"{state}{page}".lower()
        task = before.item.judgement_task
        seen[task.segment, task.degraded_output is not None] = state, marks
        answer(before, [0] * len(outputs) if method == "mqm" else ())
    assert len(set(shown)) == 1, "each submission moves one item from left to submitted"
    copied = [segment for segment, is_copy in seen if is_copy]
    assert len(copied) >= 5
    for segment in copied:
        assert seen[segment, True] == seen[segment, False]


def test_numbers_of_copies_come_before_and_after_those_of_originals() -> None:
    make_attention_round(attention_share=100)
    copies = JudgementTask.objects.filter(degraded_output__isnull=False).select_related("item", "repeats__item")
    steps = {copy.item.number - copy.repeats.item.number for copy in copies}  # type: ignore[union-attr]
    assert steps == {1, -1}


def test_judges_see_nothing_of_their_own_check() -> None:
    opened = make_attention_round()
    judge = make_member(opened.project)
    given = judge_all(judge, attend)
    client = Client()
    client.force_login(judge.user)
    page = client.get(reverse("evaluation:judging_annotator_quality_detail", args=[opened.project.slug, judge.pk]))
    assert page.status_code == 200
    assert f">{len(given)}<" in markup_of(page), "they count like work"
    assert "ttention" not in markup_of(page)
    [row] = read_judging_annotator_quality(opened, viewer=judge.user.pk)
    assert describe_row(COLUMNS, row, is_own=True)["judgements"] == len(given)
