"""Suggestions are shown, accepted and dismissed; where a link came from is kept."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.readings.models import AlignmentLink
from alignment.readings.queries.drawn import read_links
from alignment.suggestions.models import Suggestion
from alignment.suggestions.queries import report_suggestions
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.suggestions.suggesting import change, origins, set_share, take_in
from tests.factories import lease, make_member, make_project, submit

pytestmark = pytest.mark.django_db


def test_the_state_has_the_suggestions(suggested: Assignment) -> None:
    assert describe_state(suggested)["suggestions"] == [[0, 0, "S", None], [1, 2, "P", None]]


def test_a_control_pair_shows_none_and_a_share_takes_the_pairs_below_it() -> None:
    project = make_project(pairs=8)
    take_in(project, "0-0\n" * 8)
    set_share(project, 50)
    controls = set(Suggestion.objects.of_controls().values_list("item__number", flat=True))
    assert controls == set(Item.objects.filter(ring_place__lt=0.5).values_list("number", flat=True))
    assert 0 < len(controls) < 8
    annotator = make_member(project)
    for _ in range(8):
        assignment = lease(annotator)
        is_control = assignment.item.number in controls
        assert describe_state(assignment)["suggestions"] == ([] if is_control else [[0, 0, "S", None]])
        submit(assignment)


def test_the_state_is_the_same_whatever_another_annotator_accepts(suggested: Assignment) -> None:
    other = lease(make_member(suggested.annotator.project))
    assert other.item_id == suggested.item_id
    before = describe_state(suggested)
    submit(change(other, (0, 0, "S", "suggestion")))
    suggested = Assignment.objects.get(pk=suggested.pk)
    assert describe_state(suggested) == before


def test_the_share_is_fixed_once_a_pair_with_suggestions_is_given_out(suggested: Assignment) -> None:
    with pytest.raises(NotEditable, match="cannot change the share of control pairs"):
        set_share(suggested.item.project, 10)
    set_share(suggested.item.project, 0)


def test_an_accepted_suggestion_is_kept_apart_from_a_drawn_link(suggested: Assignment) -> None:
    change(suggested, (0, 0, "S", "suggestion"), (2, 1, "S"))
    assert origins(suggested) == {(0, 0): ("S", "suggestion"), (2, 1): ("S", "manual")}


def test_a_link_that_nobody_suggested_is_drawn_whatever_the_page_says(suggested: Assignment) -> None:
    assert origins(change(suggested, (2, 1, "S", "suggestion")))[2, 1] == ("S", "manual")


def test_the_origin_survives_undo_and_redo_and_stands_in_the_history(suggested: Assignment) -> None:
    change(suggested, (0, 0, "S", "suggestion"))
    change(suggested, (0, 0, None))
    assert describe_state(suggested)["history"]["done"][-1]["links"] == [[0, 0, "S", None, "suggestion"]]
    change(suggested, kind="undo")
    assert origins(suggested) == {(0, 0): ("S", "suggestion")}
    change(suggested, kind="undo")
    assert origins(suggested) == {}
    change(suggested, kind="redo")
    assert origins(suggested) == {(0, 0): ("S", "suggestion")}
    assert describe_state(suggested)["history"]["done"][0]["links"] == [[0, 0, None, "S", "suggestion"]]


def test_another_label_keeps_the_origin_and_drawing_anew_does_not(suggested: Assignment) -> None:
    change(suggested, (0, 0, "S", "suggestion"))
    assert origins(change(suggested, (0, 0, "P"))) == {(0, 0): ("P", "suggestion")}
    assert origins(change(suggested, kind="undo")) == {(0, 0): ("S", "suggestion")}
    change(suggested, (0, 0, None))
    assert origins(change(suggested, (0, 0, "P"))) == {(0, 0): ("P", "manual")}


def test_a_reading_and_its_submission_do_not_tell_origins(suggested: Assignment) -> None:
    accepted = submit(change(suggested, (0, 0, "S", "suggestion")))
    assert read_links(accepted).links == {(0, 0): "S"}
    assert "suggestion" not in str(accepted.submissions.get().reading)


def test_the_api_takes_a_fourth_element_and_no_other_word() -> None:
    project = make_project(pairs=1)
    take_in(project, "0-0\n")
    assignment = lease(make_member(project))
    client = Client()
    client.force_login(assignment.annotator.user)
    address = reverse("api:assignment-operations", args=[assignment.pk])
    step = {"version": 0, "kind": "set"}
    for origin, status in [("robot", 400), (None, 400), (["suggestion"], 400), ("suggestion", 200)]:
        body = {**step, "operation_id": str(uuid4()), "links": [[0, 0, "S", origin]]}
        assert client.post(address, body, content_type="application/json").status_code == status
    assert AlignmentLink.objects.get().origin == "suggestion"


def answer_claim(suggestions: str) -> object:
    """Return all that the API tells somebody who claims to accept a suggestion of a control pair."""
    project = make_project(pairs=1)
    take_in(project, suggestions)
    set_share(project, 100)
    assignment = lease(make_member(project))
    client = Client()
    client.force_login(assignment.annotator.user)
    body = {"version": 0, "kind": "set", "operation_id": str(uuid4()), "links": [[0, 0, "S", "suggestion"]]}
    saved = client.post(reverse("api:assignment-operations", args=[assignment.pk]), body, "application/json")
    undone = {"version": 1, "kind": "undo", "operation_id": str(uuid4())}
    client.post(reverse("api:assignment-operations", args=[assignment.pk]), undone, "application/json")
    refusal = {"version": 2, "kind": "set", "operation_id": str(uuid4()), "dismissed": [[0, 0, True]]}
    dismissed = client.post(reverse("api:assignment-operations", args=[assignment.pk]), refusal, "application/json")
    state = client.get(reverse("api:assignment-detail", args=[assignment.pk])).json()
    del state["history"]["url"]
    named = ("links", "suggestions", "dismissed", "history", "version")
    stored = list(assignment.operations.order_by("pk").values_list("payload", flat=True))
    return saved.status_code, dismissed.status_code, dismissed.json(), {name: state[name] for name in named}, stored


def test_nobody_can_probe_where_a_control_pair_hides_a_suggestion() -> None:
    assert answer_claim("0-0\n") == answer_claim("1-1\n")


def dismiss(assignment: Assignment, *entries: tuple[int, int, bool]) -> Assignment:
    known = {"user": assignment.annotator.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    change_assignment(**known, version=assignment.version, kind="set", dismissed=entries)
    assignment.refresh_from_db()
    return assignment


def test_a_dismissed_suggestion_is_an_operation_that_can_be_undone(suggested: Assignment) -> None:
    dismiss(suggested, (0, 0, True), (1, 2, True))
    state = describe_state(suggested)
    assert state["dismissed"] == [[0, 0], [1, 2]]
    assert state["history"]["done"][-1]["dismissed"] == [[0, 0, False, True], [1, 2, False, True]]
    change(suggested, kind="undo")
    assert describe_state(suggested)["dismissed"] == []
    change(suggested, kind="redo")
    assert describe_state(suggested)["dismissed"] == [[0, 0], [1, 2]]
    dismiss(suggested, (0, 0, False), (1, 2, True))
    assert describe_state(suggested)["dismissed"] == [[1, 2]]


def test_only_what_is_shown_can_be_dismissed(suggested: Assignment) -> None:
    with pytest.raises(DomainError, match="no suggestion 2-1"):
        dismiss(suggested, (2, 1, True))


def test_another_annotators_dismissal_changes_nothing_for_one(suggested: Assignment) -> None:
    other = lease(make_member(suggested.annotator.project))
    before = describe_state(suggested)
    dismiss(other, (0, 0, True))
    assert describe_state(suggested) == before


def test_the_report_counts_dismissed_suggestions_that_were_not_drawn_after_all(suggested: Assignment) -> None:
    dismiss(suggested, (0, 0, True), (1, 2, True))
    submit(change(suggested, (1, 2, "S")))
    shown, controls = report_suggestions(suggested.item.project)
    assert (shown.dismissed, controls.dismissed) == (1, 0)


def test_the_api_takes_dismissals_of_one_shape(suggested: Assignment) -> None:
    client = Client()
    client.force_login(suggested.annotator.user)
    address = reverse("api:assignment-operations", args=[suggested.pk])
    for entry, status in [([0, 0], 400), ([0, 0, "S"], 400), ([0, -1, True], 400), ([0, 0, True], 200)]:
        body = {"operation_id": str(uuid4()), "version": 0, "kind": "set", "dismissed": [entry]}
        assert client.post(address, body, content_type="application/json").status_code == status


@pytest.mark.parametrize("purpose", ["training", "check", "repeat"])
def test_none_is_shown_where_the_answer_is_known(suggested: Assignment, purpose: str) -> None:
    Assignment.objects.filter(pk=suggested.pk).update(purpose=purpose)
    suggested = Assignment.objects.get(pk=suggested.pk)
    assert describe_state(suggested)["suggestions"] == []
    # Nor is one told of by what a change answers.
    change(suggested, (0, 0, "S", "suggestion"))
    assert origins(suggested) == {(0, 0): ("S", "manual")}
    with pytest.raises(DomainError, match="There is no suggestion 1-2"):
        dismiss(suggested, (1, 2, True))
