"""One page takes any file of a test set."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.external_scores.services import PREVIEW
from evaluation.projects.job_names import LINGUISTIC_ANNOTATION_JOB, TRANSLATIONS_JOB, WORD_ALIGNMENT_JOB
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def test_set() -> TestSet:
    return make_test_set(make_evaluation_project())


def add(test_set: TestSet, name: str, text: str, **fields: object) -> tuple[int, str, Job | None]:
    """Return the status, the page or where it leads, and the newest job."""
    client = Client()
    client.force_login(test_set.project.created_by)
    before = set(test_set.project.jobs.values_list("pk", flat=True))
    file = SimpleUploadedFile(name, text.encode())
    answer = client.post(
        reverse("evaluation:file_new", args=[test_set.project.slug, test_set.pk]),
        {"request_id": str(uuid4()), "file": file, **fields},
    )
    where = answer.headers.get("Location") or answer.content.decode()
    return answer.status_code, where, test_set.project.jobs.exclude(pk__in=before).first()


def test_translations_are_added_under_the_name_of_their_file(test_set: TestSet) -> None:
    status, where, job = add(test_set, "system three.txt", "Uno.\nDue.\nTre.\nPiove.\n")
    assert (status, where) == (302, reverse("evaluation:test_set", args=[test_set.project.slug, test_set.pk]))
    assert job is not None
    assert (job.kind, job.parameters["names"]) == (TRANSLATIONS_JOB, [["system three", ""]])


def test_scores_are_previewed_under_the_name_of_their_file(test_set: TestSet) -> None:
    status, where, job = add(test_set, "BLEURT.seg.score", "1\n2\n3\n4\n", of=str(test_set.translations.first().pk))
    assert job is not None and (status, job.kind) == (302, PREVIEW.kind)
    assert where == reverse("evaluation:external_scores_preview", args=[test_set.project.slug, job.pk])
    assert (job.parameters["measure"], job.parameters["system"]) == ("external-up:BLEURT", "system one")


def test_links_and_annotation_belong_to_the_text_that_is_chosen(test_set: TestSet) -> None:
    status, page, job = add(test_set, "a.txt", "0-0\n0-0\n\n0-0\n")
    assert (status, job) == (400, None)
    assert "This file has links. Choose the text to which they belong." in page
    status, _, job = add(test_set, "a.txt", "0-0\n0-0\n\n0-0\n", of="reference")
    assert job is not None and (status, job.kind) == (302, WORD_ALIGNMENT_JOB)
    status, _, job = add(test_set, "s.conllu", "1\tIt\tit\tPRON\t_\t_\t0\t_\t_\t_\n", of="source")
    assert job is not None and (status, job.kind) == (302, LINGUISTIC_ANNOTATION_JOB)


def test_a_file_that_cannot_be_read_says_so_under_its_own_name(test_set: TestSet) -> None:
    status, page, job = add(test_set, "table.jsonl", "{not json\n")
    assert (status, job) == (400, None)
    assert "table.jsonl" in page and "/tmp" not in page
