"""Pages and API by which a project starts with the settings of a study."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from idiomaticity.studies.queries.carried import read_study
from idiomaticity.studies.study_files import VERSION
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.studies.making import make_full_study
from tests.round_trips.page_forms import read_forms

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_study_is_copied_by_its_page_which_says_what_it_lacks() -> None:
    project = make_full_study()
    client, address = signed_in(project.created_by), reverse("idiomaticity:study_copy", args=[project.slug])
    (form,) = [form for form in read_forms(client.get(address).content.decode()) if "name" in form.names]
    assert form.sent()["name"] == [f"{project.name} (copy)"]
    answer = client.post(address, form.sent(), follow=True)
    copy = Project.objects.get(name=f"{project.name} (copy)")
    assert answer.redirect_chain[-1][0] == reverse("idiomaticity:study", args=[copy.slug])
    page = answer.content.decode()
    assert "Choose the day on which the further parameters are deleted." in page and "Replace the capitals" in page
    assert read_study(copy) == {**read_study(project), "name": copy.name}
    again = client.post(address, form.sent(), follow=True)
    assert "No second one was created" in again.content.decode()
    assert Project.objects.filter(name=copy.name).count() == 1


def test_a_downloaded_file_starts_the_same_study() -> None:
    project = make_full_study()
    client = signed_in(project.created_by)
    answer = client.get(reverse("idiomaticity:study_file", args=[project.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{project.slug}-study.json"'
    sent = {"request_id": uuid4(), "name": "", "file": SimpleUploadedFile("a.json", answer.content)}
    Project.objects.filter(pk=project.pk).update(name="Renamed since")
    client.post(reverse("idiomaticity:study_from_file"), sent)
    copy = Project.objects.get(name=project.name)
    project.refresh_from_db()
    assert read_study(copy) == {**read_study(project), "name": project.name} | {"name": copy.name}


@pytest.mark.parametrize("change", [{"version": VERSION + 1}, {"crowd": {"colour": 1}}])
def test_a_wrong_file_is_refused_at_its_field(change: dict[str, Any]) -> None:
    project = make_rating_project()
    client = signed_in(project.created_by)
    found = json.loads(client.get(reverse("idiomaticity:study_file", args=[project.slug])).content)
    file = SimpleUploadedFile("mine.json", json.dumps({**found, **change}).encode())
    answer = client.post(
        reverse("idiomaticity:study_from_file"), {"request_id": uuid4(), "name": "Refused", "file": file}
    )
    assert answer.status_code == 400
    assert "mine.json: The" in (page := answer.content.decode()) and "No project was started." in page
    assert not Project.objects.filter(name="Refused").exists()


def test_the_page_of_a_new_project_leads_to_published_studies() -> None:
    client = signed_in(make_rating_project().created_by)
    page = client.get(reverse("idiomaticity:new"), follow=True).content.decode()
    for key in ("nctti", "reddy-2011", "semeval-2022"):
        assert reverse("idiomaticity:study_from_published", args=[key]) in page
    address = reverse("idiomaticity:study_from_published", args=["reddy-2011"])
    answer = client.post(address, {"request_id": uuid4(), "name": "Tedeschi", "language": "Deutsch"})
    project = Project.objects.get(name="Tedeschi")
    assert answer["Location"] == reverse("idiomaticity:study", args=[project.slug])
    assert (project.idiomaticity.language, project.idiomaticity.level) == ("de", "type")
    assert client.get(reverse("idiomaticity:study_from_published", args=["nobody-1900"])).status_code == 404


def test_the_api_gives_a_study_and_starts_one() -> None:
    project = make_full_study()
    client = signed_in(project.created_by)
    study = client.get(reverse("api:study", args=[project.slug])).json()
    assert {key: value for key, value in study.items() if key not in ("format", "version")} == read_study(project)
    sent: dict[str, Any] = {"request_id": str(uuid4()), "name": "By a program", "study": study}
    answer = client.post(reverse("api:studies"), sent, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    copy = Project.objects.get(slug=answer.json()["slug"])
    assert read_study(copy) == {**read_study(project), "name": "By a program"}
    assert len(answer.json()["left"]) == 2
    study["screening"]["pass_mark"] = 101
    refused = client.post(reverse("api:studies"), {**sent, "request_id": str(uuid4())}, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("study: screening, pass_mark: ")
