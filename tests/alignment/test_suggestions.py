"""Suggestions: taken in line by line or not at all, shown but on control pairs, and told apart from drawn links."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from alignment.models import AlignmentLink, Suggestion
from alignment.selectors import assignment_state, read_links
from alignment.services.projects import change_alignment_settings
from alignment.services.readings import change_reading
from alignment.services.suggestions import request_suggestions
from alignment.suggestion_report import NO_TWO_READINGS, NOBODY_HANDED_IN, NOT_TIMED, report_suggestions
from alignment.suggestions import take_suggestions
from annotation_site.projects.exceptions import DomainError, NotEditable
from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Assignment, Item, Job, Project, Role
from tests.factories import draw, lease, make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db

THREE_LINES = "0-0 1-2\n\n2-1S 1-0P\n"


def hand_in(project: Project, text: str, **options: Any) -> Job:
    values = {"alignment_format": "suffix", "base": "0", "file_name": "links.txt", "request_id": uuid4(), **options}
    return request_suggestions(user=project.created_by, project=project, file=ContentFile(text.encode()), **values)


def take_in(project: Project, text: str, **options: Any) -> dict[str, Any]:
    """The job's body without its heartbeat, whose own connection would not see what is not committed."""
    job = hand_in(project, text, **options)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    take_suggestions(JobRun(Job.objects.get(pk=job.pk), 1))
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED
    return job.result


def cells_of(project: Project) -> list[tuple[int, int, int, str]]:
    rows = Suggestion.objects.filter(item__project=project).order_by("item__number", "source_index")
    return list(rows.values_list("item__number", "source_index", "target_index", "label"))


def set_share(project: Project, share: int) -> None:
    change_alignment_settings(
        user=project.created_by,
        project=project,
        name=project.name,
        description="",
        annotators_per_item=project.annotators_per_item,
        spread=project.spread,
        gold_policy="wags",
        suggestion_control_share=share,
    )


def change(assignment: Assignment, *links: tuple[Any, ...], kind: str = "set") -> Assignment:
    change_reading(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        kind=kind,
        links=list(links),
    )
    assignment.refresh_from_db()
    return assignment


def origins(assignment: Assignment) -> dict[tuple[int, int], tuple[str, str]]:
    rows = assignment.links.values_list("source_index", "target_index", "label", "origin")
    return {(source, target): (label, origin) for source, target, label, origin in rows}


@pytest.fixture
def suggested() -> Assignment:
    """A pair with the suggestions 0-0 Sure and 1-2 Possible, begun."""
    project = make_project(pairs=1)
    take_in(project, "0-0S 1-2P\n")
    return lease(make_member(project))


# --- taking in


def test_line_seven_is_about_pair_seven() -> None:
    project = make_project(pairs=3)
    result = take_in(project, THREE_LINES)
    assert cells_of(project) == [(1, 0, 0, "S"), (1, 1, 2, "S"), (3, 1, 0, "P"), (3, 2, 1, "S")]
    assert (result["suggestions"], result["pairs"], result["kept"]) == (4, 2, 0)
    assert result["summary"] == "4 suggestions for 2 pairs."


def test_a_reversed_file_counted_from_one_is_turned_round() -> None:
    project = make_project(pairs=1)
    take_in(project, "3-1S\n", base="1", is_reversed=True)
    assert cells_of(project) == [(1, 0, 2, "S")]


def test_the_base_is_detected_where_the_file_shows_it() -> None:
    project = make_project(pairs=2)
    assert take_in(project, "1-1 3-3\n2-3\n", base="detect", alignment_format="pharaoh")["base"] == 1
    assert cells_of(project) == [(1, 0, 0, "S"), (1, 2, 2, "S"), (2, 1, 2, "S")]


@pytest.mark.parametrize(("links", "base"), [("0-1 1-0", 0), ("3-2 1-1", 1)])
def test_the_base_of_a_file_with_words_is_the_one_that_fits(links: str, base: int) -> None:
    project = make_project(pairs=1)
    text = f"a black cat\tun gatto nero\t{links}\n"
    assert take_in(project, text, base="detect", alignment_format="xl-wa")["base"] == base


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0-0\n0-3\n0-0\n", "links.txt, line 2"),
        ("0-0\nfoo\n0-0\n", "links.txt, line 2"),
        ("0-0\n0-0\n", "2 sentences, but the project has 3"),
        ("0-0\n0-0\n0-0\n0-0\n", "4 sentences, but the project has 3"),
        ("\n\n\n", "no link at all"),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing_and_is_named_with_its_line(text: str, sentence: str) -> None:
    project = make_project(pairs=3)
    take_in(project, THREE_LINES)
    before = cells_of(project)
    with pytest.raises(DomainError, match=sentence), transaction.atomic():
        take_in(project, text)
    assert cells_of(project) == before


def test_a_new_file_replaces_all_but_what_somebody_has_begun() -> None:
    project = make_project(pairs=3)
    take_in(project, "0-0\n0-0\n0-0\n")
    begun = lease(make_member(project)).item.number
    result = take_in(project, "2-2\n2-2\n2-2\n")
    assert {number for number, source, _, _ in cells_of(project) if source == 0} == {begun}
    assert len(cells_of(project)) == 3
    assert result["kept"] == 1
    assert "1 pair begun already: nothing was changed there." in result["summary"]


def test_a_pair_given_back_counts_as_begun() -> None:
    project = make_project(pairs=1)
    assignment = lease(make_member(project))
    Assignment.objects.filter(pk=assignment.pk).update(state=Assignment.State.SKIPPED)
    Item.objects.update(assigned_count=0)
    assert take_in(project, "0-0\n")["kept"] == 1
    assert not cells_of(project)


def test_the_same_request_again_is_the_same_job() -> None:
    project = make_project(pairs=1)
    request_id = uuid4()
    assert hand_in(project, "0-0\n", request_id=request_id) == hand_in(project, "0-0\n", request_id=request_id)
    assert project.uploads.count() == 1


def test_the_database_refuses_a_word_that_is_not_there() -> None:
    item = make_project(pairs=1).items.get()
    with pytest.raises(IntegrityError, match="out of range"), transaction.atomic():
        Suggestion.objects.create(item=item, source_index=3, target_index=0, label="S")


# --- showing


def test_the_state_has_the_suggestions(suggested: Assignment) -> None:
    assert assignment_state(suggested)["suggestions"] == [[0, 0, "S"], [1, 2, "P"]]


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
        assert assignment_state(assignment)["suggestions"] == ([] if is_control else [[0, 0, "S"]])
        submit(assignment)


def test_the_state_is_the_same_whatever_another_annotator_accepts(suggested: Assignment) -> None:
    other = lease(make_member(suggested.annotator.project))
    assert other.item_id == suggested.item_id
    before = assignment_state(suggested)
    submit(change(other, (0, 0, "S", "suggestion")))
    suggested = Assignment.objects.get(pk=suggested.pk)
    assert assignment_state(suggested) == before


def test_the_share_is_fixed_once_a_pair_with_suggestions_is_given_out(suggested: Assignment) -> None:
    with pytest.raises(NotEditable, match="fixed"):
        set_share(suggested.item.project, 10)
    set_share(suggested.item.project, 0)


# --- accepting


def test_an_accepted_suggestion_is_kept_apart_from_a_drawn_link(suggested: Assignment) -> None:
    change(suggested, (0, 0, "S", "suggestion"), (2, 1, "S"))
    assert origins(suggested) == {(0, 0): ("S", "suggestion"), (2, 1): ("S", "manual")}


def test_a_link_that_nobody_suggested_is_drawn_whatever_the_page_says(suggested: Assignment) -> None:
    assert origins(change(suggested, (2, 1, "S", "suggestion")))[2, 1] == ("S", "manual")


def test_the_origin_survives_undo_and_redo_and_stands_in_the_history(suggested: Assignment) -> None:
    change(suggested, (0, 0, "S", "suggestion"))
    change(suggested, (0, 0, None))
    assert assignment_state(suggested)["history"]["done"][-1]["links"] == [[0, 0, "S", None, "suggestion"]]
    change(suggested, kind="undo")
    assert origins(suggested) == {(0, 0): ("S", "suggestion")}
    change(suggested, kind="undo")
    assert origins(suggested) == {}
    change(suggested, kind="redo")
    assert origins(suggested) == {(0, 0): ("S", "suggestion")}
    assert assignment_state(suggested)["history"]["done"][0]["links"] == [[0, 0, None, "S", "suggestion"]]


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


# --- dismissing


def dismiss(assignment: Assignment, *entries: tuple[int, int, bool]) -> Assignment:
    known = {"user": assignment.annotator.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    change_reading(**known, version=assignment.version, kind="set", dismissed=entries)
    assignment.refresh_from_db()
    return assignment


def test_a_dismissed_suggestion_is_an_operation_that_can_be_undone(suggested: Assignment) -> None:
    dismiss(suggested, (0, 0, True), (1, 2, True))
    state = assignment_state(suggested)
    assert state["dismissed"] == [[0, 0], [1, 2]]
    assert state["history"]["done"][-1]["dismissed"] == [[0, 0, False, True], [1, 2, False, True]]
    change(suggested, kind="undo")
    assert assignment_state(suggested)["dismissed"] == []
    change(suggested, kind="redo")
    assert assignment_state(suggested)["dismissed"] == [[0, 0], [1, 2]]
    dismiss(suggested, (0, 0, False), (1, 2, True))
    assert assignment_state(suggested)["dismissed"] == [[1, 2]]


def test_only_what_is_shown_can_be_dismissed(suggested: Assignment) -> None:
    with pytest.raises(DomainError, match="no suggestion 2-1"):
        dismiss(suggested, (2, 1, True))


def test_another_annotators_dismissal_changes_nothing_for_one(suggested: Assignment) -> None:
    other = lease(make_member(suggested.annotator.project))
    before = assignment_state(suggested)
    dismiss(other, (0, 0, True))
    assert assignment_state(suggested) == before


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


# --- the report


def test_the_report_sets_shown_pairs_beside_controls() -> None:
    project = make_project(pairs=2)
    take_in(project, "0-0S 1-2S\n0-0S\n")
    shown_item = project.items.order_by("-ring_place").first()
    Item.objects.filter(pk=shown_item.pk).update(ring_place=0.9)
    Item.objects.exclude(pk=shown_item.pk).update(ring_place=0.1)
    set_share(project, 50)
    suggestions = Suggestion.objects.filter(item=shown_item).count()
    first, second = make_member(project), make_member(project)
    for annotator, label in [(first, "S"), (second, "P")]:
        for _ in range(2):
            assignment = lease(annotator)
            if assignment.item_id == shown_item.pk:
                change(assignment, (0, 0, "S", "suggestion"))
                submit(change(assignment, (0, 0, label), (2, 1, "S")))
            else:
                submit(draw(assignment, "0-0S"))
    shown, controls = report_suggestions(project)
    assert (shown.pairs, shown.readings, shown.suggested) == (1, 2, 2 * suggestions)
    assert (shown.accepted, shown.relabelled, shown.drawn) == (2, 1, 2)
    assert shown.accepted_share.value == pytest.approx(2 / (2 * suggestions))
    # Of two links each, 2-1 with the same label.
    assert shown.agreement.value == pytest.approx(2 * 1 / (2 + 2))
    assert (controls.pairs, controls.readings, controls.accepted, controls.drawn) == (1, 2, 0, 2)
    assert controls.accepted_share.value is None
    assert controls.agreement.value == 1.0
    # Time: of each group's readings alone, per reading and per word of both sentences.
    Assignment.objects.filter(item=shown_item).update(active_seconds=9)
    Assignment.objects.exclude(item=shown_item).update(active_seconds=24)
    shown, controls = report_suggestions(project)
    assert (shown.seconds_per_reading.value, controls.seconds_per_reading.value) == (9, 24)
    words = sum(map(len, (shown_item.sentence_pair.source_tokens, shown_item.sentence_pair.target_tokens)))
    assert shown.seconds_per_word.value == pytest.approx(9 / words)


def test_what_is_undefined_has_a_reason(suggested: Assignment) -> None:
    shown, controls = report_suggestions(suggested.item.project)
    assert shown.accepted_share.reason == NOBODY_HANDED_IN
    assert shown.agreement.reason == controls.agreement.reason == NO_TWO_READINGS
    assert shown.seconds_per_reading.reason == controls.seconds_per_word.reason == NOT_TIMED


# --- the page


def test_the_manager_hands_a_file_in_and_sees_what_came_of_it() -> None:
    project = make_project(pairs=1)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:suggestions", args=[project.slug])
    assert "What became of them" not in client.get(address).content.decode()
    fields = {"request_id": str(uuid4()), "alignment_format": "pharaoh", "base": "0"}
    answer = client.post(address, {**fields, "file": ContentFile(b"0-0\n", name="links.txt")})
    job = project.jobs.get(kind="suggestions")
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    take_suggestions(JobRun(Job.objects.get(pk=job.pk), 1))
    assert "1 suggestion for 1 pair." in client.get(answer["Location"]).content.decode()
    make_reading(make_member(project))
    page = client.get(address).content.decode()
    assert "What became of them" in page and NO_TWO_READINGS in page


def test_a_file_without_a_request_is_sent_back_with_its_fault() -> None:
    project = make_project(pairs=1)
    client = Client()
    client.force_login(project.created_by)
    answer = client.post(reverse("alignment:suggestions", args=[project.slug]), {"alignment_format": "pharaoh"})
    assert answer.status_code == 400
    assert not project.jobs.exists()


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.ADJUDICATOR])
def test_only_a_manager_sees_the_page(role: str) -> None:
    project = make_project(pairs=1)
    client = Client()
    client.force_login(make_member(project, role).user)
    assert client.get(reverse("alignment:suggestions", args=[project.slug])).status_code == 403
