"""Test sets through the API: from the upload to the figures, and refusals in a sentence."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from evaluation.measures.jobs import measure_translations
from evaluation.test_sets.jobs.imports import import_test_set, preview_test_set
from evaluation.translations.jobs import take_translations
from tests.evaluation.gold_releases import make_release
from tests.evaluation.measures.services.test_measures import DICTIONARY
from tests.evaluation.translated import COLUMNS, TABLE, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db


class Caller:
    """The project's manager, who posts JSON."""

    def __init__(self, project: Project) -> None:
        self.client = Client()
        self.client.force_login(project.created_by)
        self.root = f"/api/v1/projects/{project.slug}/"

    def get(self, path: str):
        return self.client.get(self.root + path).json()

    def post(self, path: str, status: int = 202, **body: object):
        answer = self.client.post(self.root + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    def send(self, path: str, file_name: str, data: str, /, **fields: str):
        file = SimpleUploadedFile(file_name, data.encode())
        return self.client.post(self.root + path, {"file": file, **fields}).json()


def work(job: dict, body: object) -> dict:
    return run(Job.objects.get(pk=job["id"]), body).result


def test_from_the_upload_to_the_figures():
    caller = Caller(make_project())
    upload = caller.send("uploads/", "idioms.tsv", TABLE)["id"]
    preview = caller.post("test-sets/", name="Idioms", table=upload, request_id=str(uuid4()))
    assert work(preview, preview_test_set)["proposed"]["spans"] == "spans"
    confirmed = caller.post(f"test-sets/previews/{preview['id']}/confirm/", **COLUMNS, systems=["system two"])
    pk = work(confirmed, import_test_set)["test_set"]
    assert [row["name"] for row in caller.get("test-sets/")["results"]] == ["Idioms"]
    uploaded = caller.send(f"test-sets/{pk}/translations/", "third.txt", "Si sveglia\n\n\nPiove\n", name="third")
    assert work(uploaded, take_translations)["missing"] == {"third": 2}
    dictionary = caller.send("uploads/", "en-it.txt", DICTIONARY)["id"]
    asked = caller.post(f"test-sets/{pk}/measures/", measures=["mwe-score", "litter"], dictionaries=[dictionary])
    work(asked, measure_translations)
    told = caller.get(f"test-sets/{pk}/")
    assert [row["missing"] for row in told["translations"]] == [[], [2, 3]]
    figures = {(row["system"], row["measure"]): row["figures"] for row in told["scores"]}
    assert figures["system two", "mwe-score"]["paper"] == {"value": 1.0, "interval": [1.0, 1.0]}
    assert figures["third", "litter"]["macro"]["value"] == 0.5
    assert all("|seed:12345|" in row["signature"] for row in told["scores"])
    worst = caller.get(f"test-sets/{pk}/expressions/?measure=mwe-score")["rows"][0]
    assert worst["label"] == "break the ice" and worst["values"] == [1.0, 0.0]
    third = caller.get(f"test-sets/{pk}/segments/1/")["systems"][1]
    woke = {"token": "woke", "words": ["sveglia"], "in_reference": []}
    assert third["literal"] == [{"label": "wake up", "words": ["sveglia"], "blocklists": [woke]}]
    assert third["nearest"][0]["words"][2] == {
        "word": "svegliata", "nearest": "sveglia", "distance": 2, "score": pytest.approx(7 / 9)
    }  # fmt: skip


def test_refusals_are_one_sentence():
    caller = Caller(make_project())
    upload = caller.send("uploads/", "idioms.txt", TABLE)["id"]
    asked = {"name": "Idioms", "request_id": str(uuid4())}
    refused = caller.post("test-sets/", 400, table=upload, **asked)
    assert refused["detail"] == "A table must be an xlsx, csv, tsv or jsonl file."
    assert caller.post("test-sets/", 400, **asked)["detail"] == "Choose a table or a file of source sentences."
    assert caller.post("test-sets/", 400, source=10**9, **asked)["detail"].startswith("There is no upload 1000000000")


def test_a_test_set_is_made_of_a_release_and_its_target_words():
    project = make_project()
    release = make_release(project)
    caller = Caller(project)
    spans = caller.send("uploads/", "s.spans", "black cat\t[(2, 11)]\n\n\n")["id"]
    asked = {"name": "Gold", "request_id": str(uuid4()), "spans": spans}
    refused = caller.post("test-sets/", 400, release=release.number + 1, **asked)
    assert refused["detail"] == "That project has no release 2 in these languages, or you do not manage it."
    preview = caller.post("test-sets/", release=release.number, release_project=project.slug, **asked)
    assert work(preview, preview_test_set)["counts"]["translated"] == 1
    pk = work(caller.post(f"test-sets/previews/{preview['id']}/confirm/"), import_test_set)["test_set"]
    assert caller.get(f"test-sets/{pk}/segments/1/")["expressions"][0]["reference_text"] == "gatto nero"
