"""The annotator's pages: own work only, next pair, and every step without a script."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Comment
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Role
from annotation_site.projects.services.projects import publish_guideline
from tests.factories import draw, lease, make_member, make_project, make_reading, make_user

pytestmark = pytest.mark.django_db


def signed_in(membership: Membership) -> Client:
    client = Client()
    client.force_login(membership.user)
    return client


def post_step(client: Client, assignment: Assignment, route: str, **fields: object):  # type: ignore[no-untyped-def]
    data = {"operation_id": str(uuid4()), "version": assignment.version, **fields}
    return client.post(reverse(f"alignment:{route}", args=[assignment.pk]), data)


def page_state(response) -> dict:  # type: ignore[no-untyped-def,type-arg]
    found = re.search(r'<script id="assignment-state"[^>]*>(.*?)</script>', response.content.decode())
    assert found
    return json.loads(found[1])


def test_the_annotation_page_carries_the_state_and_is_never_kept_by_the_browser() -> None:
    project = make_project(pairs=1)
    publish_guideline(user=project.created_by, project=project, text="Link **every** word.")
    annotator = make_member(project)
    assignment = draw(lease(annotator))
    response = signed_in(annotator).get(reverse("alignment:annotate", args=[assignment.pk]))
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert page_state(response)["links"] == [[0, 0, "S"], [1, 2, "S"], [2, 1, "S"]]
    assert "<strong>every</strong>" in response.content.decode()


def test_another_annotators_pair_does_not_exist() -> None:
    project = make_project(pairs=2)
    assignment = lease(make_member(project))
    manager = make_member(project, Role.MANAGER)
    for other in (make_member(project), manager):
        client = signed_in(other)
        assert client.get(reverse("alignment:annotate", args=[assignment.pk])).status_code == 404
        assert post_step(client, assignment, "submit").status_code == 404


def test_signed_out_readers_are_sent_to_the_door() -> None:
    assignment = lease(make_member(make_project(pairs=1)))
    response = Client().get(reverse("alignment:annotate", args=[assignment.pk]))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


def test_a_submitted_pair_shows_the_guidelines_it_was_read_by() -> None:
    project = make_project(pairs=1)
    publish_guideline(user=project.created_by, project=project, text="The first version.")
    annotator = make_member(project)
    assignment = make_reading(annotator)
    publish_guideline(user=project.created_by, project=project, text="The second version.")
    page = signed_in(annotator).get(reverse("alignment:annotate", args=[assignment.pk])).content.decode()
    assert "The first version." in page
    assert "The second version." not in page


def test_submitting_without_a_script_goes_on_to_the_next_pair() -> None:
    annotator = make_member(make_project(pairs=2))
    assignment = draw(lease(annotator))
    response = post_step(signed_in(annotator), assignment, "submit")
    following = annotator.assignments.in_progress().get()
    assert response["Location"] == reverse("alignment:annotate", args=[following.pk])


def test_untouched_words_are_named_and_can_be_marked() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = draw(lease(annotator), "0-0S")
    client = signed_in(annotator)
    response = post_step(client, assignment, "submit")
    assert response.status_code == 400
    assert "4 words have neither a link nor a mark." in response.content.decode()
    response = post_step(client, assignment, "submit", mark_rest="on")
    assert response["Location"] == reverse("alignment:assignments", args=[annotator.project.slug])
    assert (
        "There are no more pairs for you at the moment. Thank you. Please check again later."
        in client.get(response["Location"]).content.decode()
    )


def test_a_stale_form_changes_nothing() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = lease(annotator)
    draw(lease(annotator))
    response = post_step(signed_in(annotator), assignment, "submit")
    assert response.status_code == 409
    assert "changed elsewhere" in response.content.decode()
    assert annotator.assignments.submitted().count() == 0


def test_skipping_wants_a_reason_and_can_be_resumed() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = lease(annotator)
    client = signed_in(annotator)
    assert "Give a reason for skipping this item." in post_step(client, assignment, "skip", reason=" ").content.decode()
    assert post_step(client, assignment, "skip", reason="not a translation").status_code == 302
    page = client.get(reverse("alignment:assignments", args=[annotator.project.slug])).content.decode()
    assert "not a translation" in page
    editor = client.get(reverse("alignment:annotate", args=[assignment.pk])).content.decode()
    assert editor.count("Resume") == 1
    assert post_step(client, assignment, "resume").status_code == 302
    assignment.refresh_from_db()
    assert assignment.state == Assignment.State.IN_PROGRESS


def test_the_same_form_sent_twice_is_applied_once() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = make_reading(annotator)
    client = signed_in(annotator)
    operation_id = str(uuid4())
    for _ in range(2):
        assert post_step(client, assignment, "reopen", operation_id=operation_id).status_code == 302
    assert Operation.objects.filter(kind="reopen").count() == 1
    for _ in range(2):
        post_step(client, assignment, "comment", operation_id="7c8d1f8e-7b86-4a8c-9a53-0d5b3f7a2f11", text="Free.")
    assert Comment.objects.get().text == "Free."


def test_a_form_without_its_operation_is_refused() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = draw(lease(annotator))
    assert post_step(signed_in(annotator), assignment, "submit", operation_id="x").status_code == 400
    assert annotator.assignments.submitted().count() == 0


def test_next_pair_leases_one_and_a_second_click_opens_the_same() -> None:
    annotator = make_member(make_project(pairs=2))
    client = signed_in(annotator)
    address = reverse("alignment:assignments_next", args=[annotator.project.slug])
    assert client.post(address)["Location"] == client.post(address)["Location"]
    assert annotator.assignments.count() == 1


def test_the_address_of_the_next_pair_opened_by_hand_leads_to_the_work() -> None:
    annotator = make_member(make_project(pairs=1))
    response = signed_in(annotator).get(reverse("alignment:assignments_next", args=[annotator.project.slug]))
    assert response["Location"] == reverse("alignment:assignments", args=[annotator.project.slug])
    assert not annotator.assignments.exists()


def test_only_annotators_have_work_and_strangers_have_no_project() -> None:
    project = make_project(pairs=1)
    address = reverse("alignment:assignments", args=[project.slug])
    for membership, status in ((make_member(project, Role.ADJUDICATOR), 403), (make_member(make_project()), 404)):
        assert signed_in(membership).get(address).status_code == status
    client = Client()
    client.force_login(make_user())
    assert client.post(reverse("alignment:assignments_next", args=[project.slug])).status_code == 404


def test_the_list_shows_only_what_the_filter_asks_for() -> None:
    annotator = make_member(make_project(pairs=3))
    make_reading(annotator)
    skipped = lease(annotator)
    skip_assignment(
        user=annotator.user, assignment_id=skipped.pk, operation_id=uuid4(), version=skipped.version, reason="free"
    )
    client = signed_in(annotator)
    address = reverse("alignment:assignments", args=[annotator.project.slug])
    assert [row["assignment"].state for row in client.get(address).context["rows"]] == ["skipped", "submitted"]
    rows = client.get(address, {"state": "given-back"}).context["rows"]
    assert [row["assignment"] for row in rows] == [skipped]


def test_the_list_costs_the_same_however_long(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    annotator = make_member(make_project(pairs=12))
    client = signed_in(annotator)
    address = reverse("alignment:assignments", args=[annotator.project.slug])
    make_reading(annotator)
    client.get(address)
    for _ in range(11):
        make_reading(annotator)
    with django_assert_max_num_queries(14):
        assert len(client.get(address).context["rows"]) == 12


def without_tokens(page: bytes) -> str:
    """Return the page without what differs at every rendering: CSRF tokens and operation ids."""
    text = re.sub(
        r'(csrf-token" content=|csrfmiddlewaretoken" value=|X-CSRFToken&quot;: |"X-CSRFToken": )"[^"]*"',
        "",
        page.decode(),
    )
    return re.sub(r'name="operation_id" value="[^"]*"', "", text)


def test_what_others_do_changes_no_byte_of_an_annotators_pages() -> None:
    """But for the number left, which goes down where others take the last place of a pair."""
    project = make_project(pairs=2)
    annotator, other = make_member(project), make_member(project)
    assignment = make_reading(annotator)
    lease(annotator)
    client = signed_in(annotator)
    addresses = [
        reverse("alignment:assignments", args=[project.slug]),
        reverse("alignment:overview", args=[project.slug]),
        reverse("alignment:annotate", args=[assignment.pk]),
    ]
    before = [without_tokens(client.get(address).content) for address in addresses]
    theirs = make_reading(other, "0-1P")
    post_step(signed_in(other), theirs, "comment", text="I disagree.")
    make_reading(other, "0-1P")
    assert [without_tokens(client.get(address).content) for address in addresses] == before
