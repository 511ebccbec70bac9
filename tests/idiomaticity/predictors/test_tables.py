"""Tables of predictors: columns are proposed, assigned on the page or in the API, and checked before import."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from idiomaticity.predictors.models import Predictor
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.predicting import work_on_predictor, work_on_preview
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
WIDE = "Nr;Wort;Deutsch;Italienisch;Bemerkung\n1;glass ceiling;gläserne Decke;soffitto di cristallo;\n"
WIDE += "2;glass;Glas;vetro;gut\n3;ceiling;Decke;soffitto;\n"


@pytest.fixture
def project() -> Project:
    return make_rating_project()


@pytest.fixture
def client(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def preview(client: Client, project: Project, source: str, text: str) -> Job:
    """Upload a table on the page, and return its preview."""
    asked = {"source": source, "name": source, "request_id": str(uuid4())}
    file = SimpleUploadedFile("t.csv", text.encode())
    answer = client.post(reverse("idiomaticity:predictor_new", args=[project.slug]), {**asked, "file": file})
    job = Job.objects.filter(kind="predictor_preview").latest("pk")
    assert (answer.status_code, answer.headers.get("Location")) == (302, at("predictor_preview", job))
    return work_on_preview(job)


def again(client: Client, job: Job, *contents: str) -> Job:
    """Assign columns on the page, and return the preview by them."""
    chosen = {f"column_{place}": content for place, content in enumerate(contents)}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", "encoding": "", **chosen}
    answer = client.post(at("predictor_again", job), asked)
    assert answer.status_code == 302, markup_of(answer)
    return work_on_preview(Job.objects.filter(kind="predictor_preview").latest("pk"))


def at(name: str, job: Job) -> str:
    return reverse(f"idiomaticity:{name}", args=[job.project.slug, job.pk])


def test_a_semicolon_file_of_translations_is_previewed_and_confirmed(client: Client, project: Project) -> None:
    """Its numbers and notes were taken for languages."""
    found = preview(client, project, "translations", WIDE)
    assert found.result["table"]["assignment"] == {"word": ["Wort"], "languages": ["Deutsch", "Italienisch"]}
    assert found.result["counts"] == [["Words in deutsch", 3], ["Words in italienisch", 3]]
    page = markup_of(client.get(at("predictor_preview", found)))
    for words in ("Nr</bdi>, <bdi>Bemerkung", "CSV with semicolons", "Add predictor</button>"):
        assert words in page
    assert not Predictor.objects.exists()
    assert client.post(at("predictor_preview", found)).status_code == 302
    work_on_predictor(Job.objects.get(kind="predictor"))
    assert Predictor.objects.get().counted["languages"] == ["deutsch", "italienisch"]


def test_columns_that_nobody_can_know_lead_to_the_page_and_are_assigned_there(client: Client, project: Project) -> None:
    text = "was;wo;wie\nglass ceiling;1;0,5\n"
    found = preview(client, project, "similarities", text)
    assert "No column is Compound" in found.result["missing"]
    page = markup_of(client.get(at("predictor_preview", found)))
    assert "No column is Compound" in page and "Add predictor</button>" not in page
    refused = client.post(at("predictor_preview", found))
    assert "No column is Compound" in markup_of(refused)
    found = again(client, found, "compound", "sentence", "nc_out")
    assert (found.result["missing"], found.result["counts"][0]) == ("", ["Sentences", 1])
    following = preview(client, project, "similarities", text)
    assert "No column is Compound" in following.result["missing"], "a choice counts once it was confirmed"


def test_two_ways_at_once_are_refused_where_they_are_chosen(client: Client, project: Project) -> None:
    found = preview(client, project, "translations", WIDE)
    chosen = {"column_1": "word", "column_2": "languages", "column_3": "translation"}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", **chosen}
    answer = client.post(at("predictor_again", found), asked)
    assert answer.status_code == 400
    assert "Choose “Translations into a language” for each language, or" in markup_of(answer)


def test_the_api_takes_the_whole_assignment(client: Client, project: Project) -> None:
    file = ContentFile(WIDE.encode())
    upload = store_upload(user=project.created_by, project=project, file=file, name="t.csv")
    asked = {"name": "SS", "source": "translations", "upload": upload.pk, "request_id": str(uuid4())}
    columns = {"word": "Wort", "languages": ["Italienisch"]}
    address = reverse("api:predictors", args=[project.slug])
    answer = client.post(address, {**asked, "columns": columns, "separator": ";"}, content_type="application/json")
    assert answer.status_code == 202, answer.content
    work_on_predictor(Job.objects.get(kind="predictor"))
    assert Predictor.objects.get().counted["languages"] == ["italienisch"]
    wrong = {**asked, "request_id": str(uuid4()), "name": "x", "columns": {"nobody": "Wort"}}
    refused = client.post(address, wrong, content_type="application/json")
    assert refused.status_code == 400 and "There is no content called nobody" in markup_of(refused)
