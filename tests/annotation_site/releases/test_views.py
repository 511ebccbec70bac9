from uuid import uuid4

import pytest
from django.core.files.storage import storages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from tests.factories import make_member, make_project, make_reading
from tests.markup import markup_of

# The job's heartbeat has a connection of its own, so the rows must be there for all to see.
pytestmark = pytest.mark.django_db(transaction=True)


def make_released_project() -> Project:
    project = make_project(pairs=1)
    make_reading(make_member(project), "0-0S 1-2S 2-1S")
    make_reading(make_member(project), "0-0S 1-2P 2-1S")
    return project


def make_release(project: Project, note: str = "") -> Release:
    job = request_release(user=project.created_by, project=project, request_id=uuid4(), note=note)
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == "succeeded", job.error
    return job.release


@pytest.fixture
def release(client: Client) -> Release:
    project = make_released_project()
    client.force_login(project.created_by)
    return make_release(project, "first <release>")


def test_a_project_without_releases_leads_its_manager_to_the_first(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    page = markup_of(client.get(f"/projects/{project.slug}/releases/"))
    assert "No release yet" in page
    assert f"/alignment/{project.slug}/release/" in page


def test_an_adjudicator_is_not_led_to_what_only_managers_do(client: Client) -> None:
    project = make_project()
    client.force_login(make_member(project, Role.ADJUDICATOR).user)
    assert f"/alignment/{project.slug}/release/" not in markup_of(client.get(f"/projects/{project.slug}/releases/"))


def test_releases_are_listed_with_their_counts(client: Client, release: Release) -> None:
    page = markup_of(client.get(f"/projects/{release.project.slug}/releases/"))
    assert "Release 1" in page
    assert "first &lt;release&gt;" in page


def test_more_releases_cost_no_more_queries(client: Client, release: Release) -> None:
    address = f"/projects/{release.project.slug}/releases/"
    client.get(address)  # counts what has changed
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    make_release(release.project)
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(many) == len(few)


def test_the_page_shows_the_numbers_of_the_manifest_and_how_to_check_them(client: Client, release: Release) -> None:
    page = markup_of(client.get(f"/projects/{release.project.slug}/releases/1/"))
    assert release.sha256 in page
    assert f"verify {release.file_name}" in page
    for file in release.manifest["files"].values():
        assert file["sha256"] in page


def test_the_numbers_stay_when_the_project_goes_on(client: Client, release: Release) -> None:
    address = f"/projects/{release.project.slug}/releases/1/"
    before = client.get(address).context["manifest"]
    Project.objects.filter(pk=release.project_id).update(name="Renamed")
    response = client.get(address)
    assert response.context["manifest"] == before
    assert release.manifest["project"]["name"] in markup_of(response)


def test_the_file_comes_as_an_attachment_and_whole(client: Client, release: Release) -> None:
    response = client.get(f"/projects/{release.project.slug}/releases/1/download/")
    assert response["Content-Disposition"] == f'attachment; filename="{release.file_name}"'
    assert response["Content-Type"] == "application/zip"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "private" in response["Cache-Control"]
    with storages["default"].open(release.file.name) as stored:
        assert b"".join(response.streaming_content) == stored.read()


def test_a_file_gone_from_the_store_is_said_in_a_sentence(client: Client, release: Release) -> None:
    storages["default"].delete(release.file.name)
    response = client.get(f"/projects/{release.project.slug}/releases/1/download/")
    assert response.status_code == 400
    assert "missing from storage" in markup_of(response)


def test_gold_is_kept_from_annotators(client: Client, release: Release) -> None:
    client.force_login(make_member(release.project).user)
    for part in ("", "1/", "1/download/"):
        assert client.get(f"/projects/{release.project.slug}/releases/{part}").status_code == 403


def test_a_release_of_another_project_is_not_found(client: Client, release: Release) -> None:
    other = make_project(release.project.created_by)
    assert client.get(f"/projects/{other.slug}/releases/1/").status_code == 404
    assert client.get(f"/projects/{other.slug}/releases/1/download/").status_code == 404
