"""Archiving a project, deleting it and bringing it back: who sees it, and what can be done in it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from alignment.releases.services import request_release
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leases import return_abandoned
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobStopped, claim_job
from annotation_site.notices.models import Notice
from annotation_site.operations.models import Operation
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.members import accept_invitation, invite
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.factories import draw, lease, make_member, make_project, make_reading
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def look(user: Any, route: str, *args: object, query: str = "") -> Any:
    client = Client()
    client.force_login(user)
    return client.get(reverse(route, args=args) + query)


def delete(project: Project) -> Project:
    return delete_project(user=project.created_by, project=project, name=project.name)


def pass_days(project: Project, days: int) -> None:
    Project.objects.filter(pk=project.pk).update(closed_at=timezone.now() - timedelta(days=days))


def test_work_in_an_archived_project_is_refused_and_goes_on_when_it_is_restored() -> None:
    project = make_project(pairs=2)
    annotator = make_member(project)
    assignment = lease(annotator)
    archive_project(user=project.created_by, project=project)
    with pytest.raises(NotEditable, match="archived"):
        draw(Assignment.objects.get(pk=assignment.pk))
    assert look(annotator.user, "alignment:annotate", assignment.pk).status_code == 200
    state = look(annotator.user, "api:assignment-detail", assignment.pk).json()
    assert (state["can_edit"], state["cannot_edit_reason"]) == (False, "This project is archived.")
    restore_project(user=project.created_by, project=project)
    draw(Assignment.objects.get(pk=assignment.pk))


def test_an_expired_lease_of_an_archived_project_stays() -> None:
    project = make_project(pairs=1)
    assignment = lease(make_member(project))
    Assignment.objects.update(lease_expires_at=timezone.now() - timedelta(days=1))
    archive_project(user=project.created_by, project=project)
    assert return_abandoned() == 0
    restore_project(user=project.created_by, project=project)
    assert return_abandoned() == 1
    assignment.refresh_from_db()
    assert assignment.state == Assignment.State.RETURNED


def test_an_archived_project_leaves_the_lists_and_is_found_by_its_state() -> None:
    project = make_project()
    member, other = make_member(project).user, make_project(project.created_by)
    archive_project(user=project.created_by, project=project)
    assert project.name not in look(member, "projects:home").text
    assert project.name in look(member, "projects:home", query="?state=archived").text
    listed = look(project.created_by, "api:projects").json()["results"]
    assert [each["slug"] for each in listed] == [other.slug]
    archived = look(project.created_by, "api:projects", query="?state=archived").json()["results"]
    assert [(each["slug"], each["state"]) for each in archived] == [(project.slug, "archived")]
    assert look(member, "alignment:overview", project.slug).status_code == 200


def test_a_deleted_project_exists_for_its_managers_alone() -> None:
    project = make_project(pairs=1)
    annotator, adjudicator = make_member(project), make_member(project, Role.ADJUDICATOR).user
    also = make_member(project, user=project.created_by)
    assignment = lease(annotator)
    delete(project)
    for user in (annotator.user, adjudicator):
        assert look(user, "alignment:overview", project.slug).status_code == 404
        assert project.name not in look(user, "projects:home", query="?state=deleted").text
    assert look(annotator.user, "alignment:annotate", assignment.pk).status_code == 404
    token = create_token(user=annotator.user, name="t", scope="read", days=1)[1]
    answer = Client().get(
        reverse("api:project-detail", args=[project.slug]), headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 404
    page = look(project.created_by, "alignment:overview", project.slug)
    assert page.status_code == 200 and "was deleted" in markup_of(page)
    assert not list(Assignment.objects.for_annotator(also.user))
    assert project.name in look(project.created_by, "projects:home", query="?state=deleted").text


def test_deleting_needs_the_name_and_a_manager() -> None:
    project = make_project(name="Idioms of the sea")
    with pytest.raises(DomainError, match="Idioms of the sea"):
        delete_project(user=project.created_by, project=project, name="Idioms")
    with pytest.raises(RoleRequired):
        delete_project(user=make_member(project).user, project=project, name=project.name)
    assert Project.objects.get().state == Project.State.ACTIVE
    delete_project(user=project.created_by, project=project, name=" Idioms  of the sea ")
    assert Project.objects.get().state == Project.State.DELETED


@pytest.mark.parametrize("close", [lambda project: archive_project(user=project.created_by, project=project), delete])
def test_unfinished_jobs_are_cancelled_and_a_running_one_leaves_nothing(close: Any) -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project)), make_reading(make_member(project))
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    run = claim_job(job.pk)
    assert run is not None
    close(project)
    job.refresh_from_db()
    assert (job.state, job.cancelled_by) == (Job.State.CANCELLED, project.created_by)
    assert job.error.startswith("Cancelled because the project was ")
    with pytest.raises(JobStopped), run.completing():
        pass


def test_an_invitation_to_an_archived_project_does_not_work() -> None:
    project = make_project()
    invitation, _ = invite(user=project.created_by, project=project, role=Role.ANNOTATOR, days=1, use_limit=1)
    archive_project(user=project.created_by, project=project)
    with pytest.raises(NotEditable):
        accept_invitation(user=make_project().created_by, digest=invitation.digest)


def test_a_deleted_project_is_restored_within_its_days_of_grace_and_not_after(settings: Any) -> None:
    settings.PROJECT_GRACE_DAYS = 30
    project = make_project()
    delete(project)
    pass_days(project, 29)
    assert restore_project(user=project.created_by, project=project).state == Project.State.ACTIVE
    delete(project)
    pass_days(project, 30)
    with pytest.raises(NotEditable, match="too long ago"):
        restore_project(user=project.created_by, project=project)


def test_notices_of_a_closed_project_are_not_sent() -> None:
    project = make_project()
    Notice.objects.create(user=project.created_by, project=project, task="disputes", arose_at=timezone.now())
    archive_project(user=project.created_by, project=project)
    assert not Notice.objects.exists()


def test_each_act_is_recorded_once_with_its_person_and_shown() -> None:
    project = make_project()
    manager = project.created_by
    for _ in range(2):
        archive_project(user=manager, project=project)
    delete(project)
    restore_project(user=manager, project=project)
    kinds = list(Operation.objects.of_project(project, "archive_project", "delete_project", "restore_project"))
    assert [each.kind for each in kinds] == ["archive_project", "delete_project", "restore_project"]
    assert kinds[1].payload["before"] == "archived"
    page = look(manager, "alignment:settings", project.slug).text
    assert page.index("Restored by") < page.index("Deleted by") < page.index("Archived by")


def test_the_pages_say_what_will_happen_and_do_it_without_scripts() -> None:
    project = make_project(pairs=3)
    client = Client()
    client.force_login(project.created_by)
    shown = markup_of(client.get(reverse("projects:delete", args=[project.slug])))
    assert "30 days" in shown and "<dd>0 of work</dd>" in shown
    refused = client.post(reverse("projects:delete", args=[project.slug]), {"name": "no"})
    assert refused.status_code == 400 and "Nothing was deleted" in markup_of(refused)
    answer = client.post(reverse("projects:delete", args=[project.slug]), {"name": project.name}, follow=True)
    assert "You can restore it until" in markup_of(answer)
    assert client.post(reverse("projects:restore", args=[project.slug]), follow=True).status_code == 200
    client.post(reverse("projects:archive", args=[project.slug]))
    assert Project.objects.get().state == Project.State.ARCHIVED
