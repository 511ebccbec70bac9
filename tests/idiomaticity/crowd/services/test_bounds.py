"""Limits of crowd workers: no way past the limit or the qualification, and no account."""

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable
from idiomaticity.crowd.models import CrowdWorker
from tests.idiomaticity.crowd.entering import come_in, enter, rate, set_up, who
from tests.idiomaticity.making import lease_rating, submit_rating

pytestmark = pytest.mark.django_db


def test_what_was_skipped_cannot_be_resumed_past_the_limit(project: Project) -> None:
    worker = enter(project)
    user = worker.membership.user
    for _ in range(3):
        training = lease_next(user=user, project=project)
        assert training
        submit_rating(training, 3, 3, 5)
    skipped = lease_next(user=user, project=project)
    assert skipped
    skip_assignment(user=user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="Odd.")
    rate(worker)
    assert worker.state == "done"
    with pytest.raises(NotEditable, match="You have reached your limit"):
        resume_assignment(user=user, assignment_id=skipped.pk, operation_id=uuid4())
    worker.membership.refresh_from_db()
    assert worker.membership.submitted_count == 3


def test_who_has_the_code_takes_nothing_back(project: Project) -> None:
    worker = enter(project)
    last = rate(worker)[-1]
    with pytest.raises(NotEditable, match="completion code"):
        reopen_assignment(
            user=worker.membership.user, assignment_id=last.pk, operation_id=uuid4(), version=last.version
        )


def test_no_limit_is_passed_between_the_check_and_the_lease(project: Project) -> None:
    """Another tab has rated up to the limit after this one was let through."""
    worker = enter(project)
    rate(worker)
    CrowdWorker.objects.filter(pk=worker.pk).update(completed_at=None, completion_code="")
    membership = worker.membership
    late = lease_next(user=membership.user, project=project)
    assert late is None


@pytest.mark.parametrize("step", ["skip", "resume", "comments"])
def test_no_step_leads_past_the_qualification(project: Project, step: str) -> None:
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:assignments_next", args=[project.slug]))
    begun = Assignment.objects.get()
    body = {"operation_id": str(uuid4()), "version": begun.version, "reason": "Odd.", "text": "Odd."}
    client.post(f"/api/v1/assignments/{begun.pk}/{step}/", body, content_type="application/json")
    assert set(Assignment.objects.values_list("purpose", flat=True)) == {"training"}
    if step != "comments":
        assert client.post(reverse(f"alignment:{step.replace('-', '_')}", args=[begun.pk]), body).status_code == 404


def test_a_colleague_is_not_signed_out_of_their_account(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    before = who(client)
    _, status = come_in(project, client=client)
    assert status == 200
    assert who(client) == before
    assert not CrowdWorker.objects.exists()


def test_the_account_can_be_signed_in_to_by_nobody(project: Project) -> None:
    user = enter(project).membership.user
    assert not user.has_usable_password()
    assert user.email.endswith(".invalid")
    assert UUID(user.email[6:42])


@pytest.mark.parametrize(
    "page",
    ["/account/", "/accounts/password/set/", "/accounts/email/", "/accounts/2fa/", "/projects/new/", "/invitation/"],
)
def test_nobody_of_a_crowd_makes_themselves_an_account(project: Project, page: str) -> None:
    set_up(project)
    client, _ = come_in(project)
    for answer in (client.get(page), client.post(page, {"password1": "a-long-one-99", "password2": "a-long-one-99"})):
        assert answer.status_code == 403
        assert "without an account" in answer.content.decode()
    assert client.post("/accounts/logout/").status_code == 302


@pytest.mark.parametrize("last", [False, True])
def test_nothing_of_tutorial_or_qualification_is_reopened(project: Project, last: bool) -> None:
    """Neither before the next item nor once the test is passed."""
    client, _ = come_in(project)
    membership = CrowdWorker.objects.get().membership
    done = [submit_rating(lease_rating(membership), 3, 3, 5) for _ in range(3 if last else 2)]
    page = reverse("idiomaticity:rate", args=[done[-1].pk])
    assert "Reopen" not in client.get(page).content.decode()
    sent = {"operation_id": str(uuid4()), "version": done[-1].version}
    assert client.post(reverse("idiomaticity:reopen", args=[done[-1].pk]), sent).status_code == 409
    address = f"/api/v1/assignments/{done[-1].pk}/reopen/"
    assert client.post(address, sent, content_type="application/json").status_code == 409


def test_no_page_of_a_participant_signs_them_out(project: Project) -> None:
    """Without an account, nobody could sign in again."""
    client, _ = come_in(project)
    client.post(reverse("idiomaticity:assignments_next", args=[project.slug]))
    begun = Assignment.objects.get()
    addresses = [
        reverse("idiomaticity:rate", args=[begun.pk]),
        *(reverse(f"idiomaticity:{name}", args=[project.slug]) for name in ("assignments", "overview", "crowd_home")),
        reverse("projects:home"),
    ]
    for address in addresses:
        page = client.get(address)
        assert (page.status_code, b"Sign out" in page.content) == (200, False), address
