"""Access to pages: signed out, an outsider, a member without the role, a member with it."""

import pytest
from django.test import Client

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project, Role
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db

MANAGERS, DECIDERS, ALL = {Role.MANAGER}, {Role.MANAGER, Role.ADJUDICATOR}, set(Role)
# Address below /projects/<slug>/, method, who may.
PAGES = [
    ("members/", "get", MANAGERS),
    ("members/invite/", "post", MANAGERS),
    ("members/take-role/", "post", MANAGERS),
    ("members/1/remove/", "get", MANAGERS),
    ("members/1/remove/", "post", MANAGERS),
    ("members/invitations/1/revoke/", "post", MANAGERS),
    ("guidelines/", "get", ALL),
    ("guidelines/new/", "get", MANAGERS),
    ("guidelines/new/", "post", MANAGERS),
    ("guidelines/preview/", "post", MANAGERS),
    ("jobs/", "get", DECIDERS),
    ("jobs/1/", "get", DECIDERS),
    ("jobs/1/status/", "get", DECIDERS),
    ("jobs/1/cancel/", "post", DECIDERS),
    ("jobs/1/retry/", "post", DECIDERS),
    ("releases/", "get", DECIDERS),
    ("releases/1/", "get", DECIDERS),
    ("releases/1/download/", "get", DECIDERS),
]
FRAGMENTS = {"guidelines/preview/", "jobs/1/status/"}
each_page = pytest.mark.parametrize(("page", "method", "allowed"), PAGES)


@pytest.fixture
def project() -> Project:
    return make_project()


def request_page(client: Client, project: Project, page: str, method: str) -> object:
    return getattr(client, method)(f"/projects/{project.slug}/{page}")


@each_page
def test_somebody_unknown_is_sent_to_sign_in(
    client: Client, project: Project, page: str, method: str, allowed: set[str]
) -> None:
    response = request_page(client, project, page, method)
    if page in FRAGMENTS:
        assert response.status_code == 286
        assert "You are signed out" in response.content.decode()
    else:
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/?next=/projects/")


@each_page
def test_for_an_outsider_the_project_does_not_exist(
    client: Client, project: Project, page: str, method: str, allowed: set[str]
) -> None:
    client.force_login(make_user())
    assert request_page(client, project, page, method).status_code == 404


@each_page
def test_a_member_without_the_role_is_told_which_role_it_takes(
    client: Client, project: Project, page: str, method: str, allowed: set[str]
) -> None:
    for role in set(Role) - allowed:
        client.force_login(make_member(project, role).user)
        response = request_page(client, project, page, method)
        assert response.status_code == 403
        assert "can do this." in response.content.decode()


# Fetching these shows the form or asks for confirmation.
ASKING = {"guidelines/new/", "members/1/remove/"}


@pytest.mark.parametrize("page", [page for page, method, _ in PAGES if method == "post" and page not in ASKING])
def test_what_changes_something_cannot_be_fetched(client: Client, project: Project, page: str) -> None:
    client.force_login(project.created_by)
    assert client.get(f"/projects/{project.slug}/{page}").status_code == 405


@pytest.mark.parametrize("page", [page for page, method, _ in PAGES if method == "post"])
def test_a_form_without_its_token_is_refused(project: Project, page: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(project.created_by)
    assert strict.post(f"/projects/{project.slug}/{page}").status_code == 403


def test_nothing_of_another_project_opens_through_ones_own(client: Client, project: Project) -> None:
    other = make_project()
    job = Job.objects.create(project=other, kind="import", requested_by=other.created_by, idempotency_key="1")
    client.force_login(project.created_by)
    base = f"/projects/{project.slug}"
    assert client.get(f"{base}/jobs/{job.pk}/").status_code == 404
    assert client.post(f"{base}/jobs/{job.pk}/cancel/").status_code == 404
    assert client.get(f"{base}/members/{other.memberships.get().pk}/remove/").status_code == 404
