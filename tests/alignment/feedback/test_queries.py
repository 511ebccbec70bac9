"""Feedback shows own links beside gold, once the last decision is made, and nothing of others."""

from uuid import uuid4

import pytest
from django.http import Http404
from django.urls import reverse

from alignment.feedback.queries.comparison import describe_feedback
from alignment.readings.gold_comparison import compare_with_gold
from alignment.readings.links import Reading
from alignment.rounds.queries.rounds import find_candidates
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.queries import count_feedback
from annotation_site.feedback.services.replies import acknowledge_gold
from annotation_site.web.exceptions import NotEditable
from tests.alignment.feedback.cases import Case, client_of, switch_on

pytestmark = pytest.mark.django_db


def test_links_are_told_apart() -> None:
    own, gold = Reading({(0, 0): "S", (1, 1): "P", (2, 2): "S"}), Reading({(0, 0): "S", (1, 1): "S", (3, 3): "P"})
    kinds = {each.cell: each.kind for each in compare_with_gold(own, gold)}
    assert kinds == {(0, 0): "same", (1, 1): "label", (2, 2): "extra", (3, 3): "missing"}


def test_feedback_begins_with_the_last_decision() -> None:
    case = Case()
    case.decide((0, 0, "P"))
    assert not Feedback.objects.exists()
    case.decide((1, 2, "S"), (1, 1, "none"))
    assert case.feedback().state == case.feedback(case.theirs).state == "new"
    assert count_feedback(case.annotator)["new"] == 1


def test_each_sees_own_links_beside_gold_with_the_reason(case: Case) -> None:
    [row] = describe_feedback(case.feedback())["places"]
    assert (row.cell, row.own, row.gold, row.kind) == ((0, 0), "Sure", "Possible", "label differs")
    assert row.place.note == "Articles are Possible."
    rows = {row.cell: row.kind for row in describe_feedback(case.feedback(case.theirs))["places"]}
    assert rows == {(1, 1): "not in gold", (1, 2): "missing"}


def test_who_read_as_gold_has_nothing_to_look_at() -> None:
    case = Case()
    case.decide((0, 0, "S"), (1, 2, "S"), (1, 1, "none"))
    assert case.feedback().state == "done"
    assert case.feedback(case.theirs).state == "new"


@pytest.mark.parametrize("shows_feedback", [True, False])
def test_it_is_shown_only_where_the_manager_says_so(shows_feedback: bool) -> None:
    case = Case(shows_feedback=shows_feedback)
    case.decide_all()
    client = client_of(case.annotator.user)
    page = client.get(reverse("alignment:feedback_item", args=[case.mine.pk]))
    assert page.status_code == (200 if shows_feedback else 404)
    assert client.get(reverse("api:assignment-feedback", args=[case.mine.pk])).status_code == page.status_code
    listed = client.get(reverse("api:feedback", args=[case.project.slug])).json()
    assert listed["count"] == int(shows_feedback)
    switch_on(case.project)
    assert client.get(reverse("alignment:feedback_item", args=[case.mine.pk])).status_code == 200


def test_no_gold_is_seen_while_a_decision_is_open_again(case: Case) -> None:
    case.decide((1, 2, None))
    assert case.feedback().state == "withheld"
    client = client_of(case.annotator.user)
    page = client.get(reverse("alignment:feedback_item", args=[case.mine.pk]))
    assert page["location"] == reverse("alignment:feedback", args=[case.project.slug])
    with pytest.raises(NotEditable, match="being decided again"):
        case.acknowledge()
    case.decide((1, 2, "none"))
    assert case.feedback().state == "new"


def test_somebody_elses_feedback_does_not_exist(case: Case) -> None:
    for user in (case.other.user, case.adjudicator, case.project.created_by):
        assert client_of(user).get(reverse("alignment:feedback_item", args=[case.mine.pk])).status_code == 404
        with pytest.raises(Http404):
            acknowledge_gold(user=user, assignment_id=case.mine.pk, operation_id=uuid4(), version=0)


def test_the_page_names_nobody_and_tells_nothing_of_others(case: Case) -> None:
    page = client_of(case.annotator.user).get(reverse("alignment:feedback_item", args=[case.mine.pk])).content.decode()
    assert "Articles are Possible." in page
    assert str(case.other.user) not in page and str(case.adjudicator) not in page
    # What only the other one drew, and gold does not have, is not there.
    assert 'id="row-1-1"' not in page


def test_a_pair_whose_gold_was_shown_is_read_no_more(case: Case) -> None:
    case.decide((0, 0, None), (1, 2, None), (1, 1, None))
    case.mine.refresh_from_db()
    known = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": uuid4()}
    with pytest.raises(NotEditable, match="has been shown"):
        reopen_assignment(**known, version=case.mine.version)
    assert not find_candidates(case.project).exists()


def test_a_pair_whose_gold_was_not_shown_can_be_reopened() -> None:
    case = Case(shows_feedback=False)
    case.decide_all()
    case.decide((0, 0, None), (1, 2, None), (1, 1, None))
    case.mine.refresh_from_db()
    assert find_candidates(case.project).exists()
    reopen_assignment(
        user=case.annotator.user, assignment_id=case.mine.pk, operation_id=uuid4(), version=case.mine.version
    )


def test_gold_that_changes_is_looked_at_anew(case: Case) -> None:
    case.acknowledge(user=case.other.user)
    case.decide((1, 1, "P"))
    theirs = case.feedback(case.theirs)
    assert theirs.state == "new"
    rows = {row.cell: row.place.is_settled for row in describe_feedback(theirs)["places"]}
    assert rows == {(1, 1): False, (1, 2): True}
