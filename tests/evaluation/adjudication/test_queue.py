"""The queue across judging rounds: read from an index, and with what an early closing left."""

import re

import pytest
from django.db import connection

from annotation_site.adjudication.queues import AGREED, DECIDED, TO_DECIDE
from annotation_site.assignments.models import Item
from annotation_site.exclusions.services import exclude_annotator
from evaluation.adjudication.models import JudgementDifference
from evaluation.adjudication.queries.queue import list_queue
from evaluation.judging.models import JudgingRound
from evaluation.judging.services.judging_rounds import close_judging_round, reopen_judging_round
from tests.evaluation.adjudication.disputes import A, B, decide, item_of, judge, make_adjudicator, make_dispute
from tests.evaluation.judgements import answer_everything, lease_judgement, make_round
from tests.evaluation.judging.saving import SCORES
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def close(judging_round: JudgingRound) -> None:
    close_judging_round(user=judging_round.project.created_by, judging_round=judging_round)


def reopen(judging_round: JudgingRound) -> None:
    reopen_judging_round(user=judging_round.project.created_by, judging_round=judging_round)


def state_of(judging_round: JudgingRound) -> str:
    judging_round.project.refresh_from_db()
    return f"{item_of(judging_round).state}, {judging_round.project.item_count} in work"


@pytest.mark.parametrize("shown", [TO_DECIDE, DECIDED, AGREED])
@pytest.mark.parametrize("judging_round", [None, 1])
def test_every_list_of_the_queue_is_read_from_an_index(shown: str, judging_round: int | None) -> None:
    opened = make_round()
    for scores in (SCORES, {text: 6 - value for text, value in SCORES.items()}):
        answer_everything(make_member(opened.project), scores)
    with connection.cursor() as cursor:
        # Of so few rows anything would be quick: what is asked is whether an index gives them in this order.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
    plan = list_queue(opened.project, shown, judging_round=judging_round)[:50].explain()
    assert "Sort" not in plan, plan
    wanted = "differences_worst_first" if judging_round is None else "differences_(worst_first|in_a_round)"
    assert re.search(rf"Index .*{wanted}", plan), plan


def test_what_an_early_closing_leaves_with_two_judgements_can_be_adjudicated() -> None:
    opened = make_dispute(A, B, required_count=3)
    assert not list_queue(opened.project)
    close(opened)
    assert list_queue(opened.project).get().score_gap == 50
    assert state_of(opened) == "annotated, 1 in work"
    decided = decide(opened, make_adjudicator(opened.project), answers=[50, 50])
    assert list_queue(opened.project, DECIDED).get().is_decided
    assert not list_queue(opened.project)
    reopen(opened)
    assert (decided.is_done, state_of(opened)) == (True, "adjudicated, 1 in work")


def test_what_it_leaves_with_one_judgement_is_withdrawn_unless_another_is_begun() -> None:
    opened = make_dispute(A, required_count=3)
    close(opened)
    assert state_of(opened) == "withdrawn, 0 in work"
    reopen(opened)
    assert state_of(opened) == "open, 1 in work"
    lease_judgement(make_member(opened.project))
    close(opened)
    assert state_of(opened) == "annotated, 1 in work"
    assert not list_queue(opened.project)


def test_reopening_assigns_again_what_is_not_decided() -> None:
    opened = make_dispute(A, B, required_count=3)
    close(opened)
    reopen(opened)
    assert state_of(opened) == "open, 1 in work"
    judge(opened.project, A)
    assert state_of(opened) == "annotated, 1 in work"


def test_an_exclusion_after_closing_gives_nobody_else_the_item() -> None:
    opened = make_dispute(A, B)
    close(opened)
    judged = item_of(opened).assignments.first()
    exclude_annotator(
        user=opened.project.created_by, project=opened.project, annotator_id=judged.annotator_id, reason="Careless."
    )
    assert item_of(opened).state == Item.State.ANNOTATED
    assert JudgementDifference.objects.get().lowest_f1 is None
