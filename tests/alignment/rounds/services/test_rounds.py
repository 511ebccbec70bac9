"""Visibility of readings during a round; opening and closing one, and its pairs."""

from uuid import uuid4

import pytest

from alignment.rounds.models import ReconciliationRound
from alignment.rounds.queries.readings import open_readings
from alignment.rounds.queries.rounds import look_ahead
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from alignment.rounds.services.steps import change_link, keep_reading
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.alignment.rounds.two import Two, adjudicate
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db


def test_nobody_sees_anything_before_a_round(two: Two) -> None:
    assert not open_readings(two.a.user).exists()
    with pytest.raises(NotEditable):
        keep_reading(**two.step(two.mine))


def test_within_a_round_each_sees_the_others_reading_of_that_pair_alone(two: Two) -> None:
    two.open()
    [seen] = open_readings(two.a.user)
    assert seen.assignment == two.mine
    [lanes] = two.view(two.a)["stage"].bands
    assert [(lane.pseudonym, lane.links) for lane in lanes] == [("A", "0-0S 1-2S 2-1S"), ("B", "0-0P 1-1S 2-1S")]
    assert [(lane.words[0].label, lane.words[1].label) for lane in lanes] == [("S", None), ("P", "S")]


def test_after_closing_nobody_sees_anything(two: Two) -> None:
    two.open()
    two.close()
    assert not open_readings(two.a.user).exists()
    with pytest.raises(NotEditable, match="closed"):
        change_link(**two.step(two.mine), cell=(0, 0), label="P")


def test_an_outsider_and_a_removed_annotator_see_nothing(two: Two) -> None:
    two.open()
    assert not open_readings(make_member(make_project()).user).exists()
    Membership.objects.filter(pk=two.b.pk).update(state=Membership.State.REMOVED)
    assert not open_readings(two.b.user).exists()


def test_only_a_manager_opens_and_closes(two: Two) -> None:
    for person in (two.a.user, make_member(two.project, "adjudicator").user):
        with pytest.raises(RoleRequired):
            open_round(user=person, project=two.project, operation_id=uuid4())
    two.open()
    with pytest.raises(RoleRequired):
        close_round(user=two.a.user, project=two.project, operation_id=uuid4(), number=1)


def test_a_round_takes_pairs_that_differ_and_wait_for_a_decision(two: Two) -> None:
    ahead = look_ahead(two.project)
    assert (ahead.pairs, ahead.choices[0][2], ahead.begun, ahead.being_annotated) == (1, 3, 0, 0)
    adjudicate(two, [(0, 0, "S")])
    ahead = look_ahead(two.project)
    assert (ahead.pairs, ahead.begun) == (0, 1)
    with pytest.raises(DomainError, match="no undecided pairs"):
        two.open()


def test_the_least_share_leaves_out_pairs_that_differ_little(two: Two) -> None:
    # 3 of 4 cells are disputed.
    with pytest.raises(DomainError, match="no undecided pairs"):
        two.open(least_share=0.8)
    assert two.open(least_share=0.75).items.count() == 1


def test_one_round_at_a_time_and_numbers_go_on(two: Two) -> None:
    two.open()
    with pytest.raises(NotEditable, match="Round 1 is still open"):
        two.open()
    two.close()
    with pytest.raises(NotEditable, match="is already closed"):
        two.close()
    assert two.open().number == 2


def test_opening_and_closing_twice_with_one_operation_id_is_once(two: Two) -> None:
    known = {"user": two.manager, "project": two.project}
    first, last = uuid4(), uuid4()
    assert open_round(**known, operation_id=first) == open_round(**known, operation_id=first)
    assert close_round(**known, operation_id=last, number=1) == close_round(**known, operation_id=last, number=1)
    assert ReconciliationRound.objects.count() == 1
    assert Operation.objects.filter(kind__in=["round_open", "round_close"]).count() == 2
