"""The report on suggestions for managers."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.suggestions.jobs.suggesting import take_suggestions
from alignment.suggestions.models import Suggestion
from alignment.suggestions.queries import NO_TWO_READINGS, NOBODY_HANDED_IN, NOT_TIMED, report_suggestions
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Role
from tests.alignment.suggestions.suggesting import change, set_share, take_in
from tests.factories import draw, lease, make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("origin", ["suggestion", "manual"])
def test_a_link_drawn_by_hand_accepts_the_suggestion_that_it_equals(suggested: Assignment, origin: str) -> None:
    """Suggested are 0-0 Sure and 1-2 Possible: the same link, another label, and a link that nobody suggested."""
    links = [(0, 0, "S"), (1, 2, "P")]
    change(suggested, *((*link, "suggestion") if origin == "suggestion" else link for link in links))
    submit(change(suggested, (1, 2, "S"), (2, 1, "S")))
    shown, _ = report_suggestions(suggested.item.project)
    assert (shown.suggested, shown.accepted, shown.relabelled, shown.drawn) == (2, 2, 1, 1)
    assert shown.accepted_share.value == 1.0


def test_what_is_undefined_has_a_reason(suggested: Assignment) -> None:
    shown, controls = report_suggestions(suggested.item.project)
    assert shown.accepted_share.reason == NOBODY_HANDED_IN
    assert shown.agreement.reason == controls.agreement.reason == NO_TWO_READINGS
    assert shown.seconds_per_reading.reason == controls.seconds_per_word.reason == NOT_TIMED


def test_the_manager_hands_a_file_in_and_sees_what_came_of_it() -> None:
    project = make_project(pairs=1)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:suggestions", args=[project.slug])
    assert "Use of suggestions" not in client.get(address).content.decode()
    fields = {"request_id": str(uuid4()), "alignment_format": "pharaoh", "base": "0"}
    answer = client.post(address, {**fields, "file": ContentFile(b"0-0\n", name="links.txt")})
    job = project.jobs.get(kind="suggestions")
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    take_suggestions(JobRun(Job.objects.get(pk=job.pk), 1))
    assert "1 suggestion for 1 pair." in client.get(answer["Location"]).content.decode()
    make_reading(make_member(project))
    page = client.get(address).content.decode()
    assert "Use of suggestions" in page and NO_TWO_READINGS in page


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
