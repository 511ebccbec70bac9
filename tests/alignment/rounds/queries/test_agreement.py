"""Agreement before and after a round, as it is kept."""

import pgtrigger
import pytest

from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.queries.figures import read_agreement
from alignment.coefficients.agr import link_items
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import ReconciliationRound, RoundAgreement
from alignment.rounds.queries.sums import compare_agreement, compare_kappa
from alignment.rounds.services.steps import change_link, keep_reading
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.coefficients.kappa import fleiss_kappa
from tests.alignment.rounds.two import Two

pytestmark = pytest.mark.django_db


def test_agreement_before_and_after_is_kept_and_adds_up(two: Two) -> None:
    """By hand. The pair: A has 3 links, B 3; 2 cells in common (0-0, 2-1), 1 with the same label. The other pair: 3
    and 3, all alike. A takes B's Possible at 0-0 and B's 1-1, and keeps 1-2: then 4 and 3, 3 in common, one label."""
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    change_link(**two.step(two.mine), cell=(1, 1), label="S")
    keep_reading(**two.step(two.mine))
    during = compare_agreement(ReconciliationRound.objects.get(), "round")
    two.close()
    [row] = compare_agreement(ReconciliationRound.objects.get(), "round")
    assert during == [row]
    assert row.figures["both"] == (2 * 1 / 6, 2 * 3 / 7)
    assert row.figures["any"] == (2 * 2 / 6, 2 * 3 / 7)
    assert row.differing == (3, 1)
    [whole] = compare_agreement(ReconciliationRound.objects.get(), "all")
    assert whole.figures["both"] == (2 * 4 / 12, 2 * 6 / 13)
    assert (row.pairs, whole.pairs) == (1, 2)


def test_what_is_kept_of_a_round_does_not_change_later(two: Two) -> None:
    two.open()
    two.close()
    before = list(RoundAgreement.objects.values())
    submit_assignment(**two.step(_redraw(two)))
    assert up_to_date(PairAgreement, two.project).get(item=two.mine.item).both_any == 1
    assert list(RoundAgreement.objects.values()) == before


def test_kappa_is_kept_before_and_after_a_round(two: Two) -> None:
    readings = [reading for _, reading in item_readings(two.mine.item)]
    before = fleiss_kappa([link_items(readings, 3).sums])
    held = two.open()
    assert compare_kappa(held, "round")[0] == before
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    assert compare_kappa(held, "round") == (before, before)
    keep_reading(**two.step(two.mine))
    now = compare_kappa(held, "round")[1]
    closed = two.close()
    after = fleiss_kappa([link_items([reading for _, reading in item_readings(two.mine.item)], 3).sums])
    assert compare_kappa(closed, "round") == (before, after)
    assert now == after
    assert before.value is not None
    assert after.value is not None
    assert after.value > before.value
    report = read_agreement(two.project)
    assert report is not None
    assert compare_kappa(closed, "all")[1].value == pytest.approx(report.kappa.value)


def test_a_round_held_before_kappa_was_kept_says_so(two: Two) -> None:
    held = two.open()
    with pgtrigger.ignore("alignment.RoundChance:kept"):
        held.chances.all().delete()
    assert compare_kappa(held, "round")[1].reason == "Kappa was not recorded for this round."


def _redraw(two: Two) -> Assignment:
    """Reopen the reading of A and draw it again, with one link in common with B's."""
    reopen_assignment(**two.step(two.mine))
    links = [(0, 0, None), (1, 2, None)]
    marks = [("source", 0, True), ("source", 1, True), ("target", 0, True), ("target", 2, True)]
    change_assignment(**two.step(two.mine), kind="set", links=links, unaligned=marks)
    return two.mine
