"""Readings of another tool come in through the API as through the pages."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from tests.alignment.imported_annotation.importing import FIRST, work
from tests.factories import make_project

pytestmark = pytest.mark.django_db


def test_the_api_does_the_same():
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    file = ContentFile(FIRST.encode())
    upload = store_upload(user=project.created_by, project=project, file=file, name="a")
    body = {"request_id": str(uuid4()), "uploads": [upload.pk], "format": "giza-sp"}
    asked = client.post(reverse("api:readings", args=[project.slug]), body, content_type="application/json")
    assert asked.status_code == 202
    work(Job.objects.get(pk=asked.json()["id"]), preview_readings)
    address = reverse("api:readings-confirm", args=[project.slug, asked.json()["id"]])
    refused = client.post(address, {"annotators": []}, content_type="application/json")
    assert refused.status_code == 400
    confirmed = client.post(address, {"annotators": [{"name": "Ada"}]}, content_type="application/json")
    assert work(Job.objects.get(pk=confirmed.json()["id"]), import_readings).result["pseudonyms"] == ["A"]


def test_readers_with_the_same_links_must_be_accepted():
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    uploads = [
        store_upload(user=project.created_by, project=project, file=ContentFile(FIRST.encode()), name=name).pk
        for name in ("a.txt", "b.txt")
    ]
    body = {"request_id": str(uuid4()), "uploads": uploads}
    asked = client.post(reverse("api:readings", args=[project.slug]), body, content_type="application/json")
    preview = work(Job.objects.get(pk=asked.json()["id"]), preview_readings)
    assert preview.result["twins"] == [{"names": ["a", "b"], "pairs": 1}]
    address = reverse("api:readings-confirm", args=[project.slug, preview.pk])
    annotators = {"annotators": [{"name": "Ada"}, {"name": "Bea"}]}
    refused = client.post(address, annotators, content_type="application/json")
    assert refused.status_code == 400
    assert "have the same links in their only pair" in refused.content.decode()
    accepted = client.post(address, {**annotators, "accept_identical": True}, content_type="application/json")
    assert accepted.status_code == 202
