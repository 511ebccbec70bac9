"""Pages of what a test set consists of, what goes with a part, and what was deleted; and the same through the API."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.test_sets.models import TestSet
from tests.evaluation.deletions.deleting import delete, restore
from tests.evaluation.judgements import make_evaluation_project, make_round, measure_all
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import make_test_set
from tests.markup import markup_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("files_folder")]


@pytest.fixture
def test_set(client: Client) -> TestSet:
    test_set = make_test_set(make_evaluation_project())
    client.force_login(test_set.project.created_by)
    return test_set


def test_each_part_has_a_page_that_says_what_goes_with_it(test_set: TestSet, client: Client) -> None:
    measure_all(test_set, "bleu")
    slug = test_set.project.slug
    page = markup_of(client.get(reverse("evaluation:test_set_files", args=[slug, test_set.pk])))
    for translation in test_set.translations.all():
        address = reverse("projects:deletion_new", args=[slug, "translation", translation.pk])
        assert f'href="{address}"' in page
        shown = markup_of(client.get(address))
        assert "<dt>Translations</dt><dd>1</dd>" in shown
        assert "<dt>Scores</dt><dd>1</dd>" in shown
    answer = client.post(address, {"operation_id": str(uuid4())})
    job = Job.objects.get(kind="delete_part")
    assert answer["Location"] == reverse("projects:job", args=[slug, job.pk])


def test_a_part_that_is_needed_shows_why_and_offers_nothing(test_set: TestSet, client: Client) -> None:
    make_round(test_set.project, test_set)
    translation = test_set.translations.earliest("pk")
    address = reverse("projects:deletion_new", args=[test_set.project.slug, "translation", translation.pk])
    page = markup_of(client.get(address))
    assert "This translation cannot be deleted, because of 1 judging round. Delete what needs it first." in page
    assert 'class="danger"' not in page
    assert client.post(address, {"operation_id": str(uuid4())}).status_code == 409
    assert client.get(address.replace("/translation/", "/nothing/")).status_code == 404


def test_a_job_leads_to_what_was_deleted(test_set: TestSet, client: Client) -> None:
    slug, job = test_set.project.slug, test_set.job_id
    deletion = delete(test_set.project, "test-set", test_set.pk)
    address = reverse("evaluation:test_set_of_job", args=[slug, job])
    assert client.get(address)["Location"] == reverse("projects:deletions", args=[slug])
    page = markup_of(client.get(reverse("projects:deletions", args=[slug])))
    assert "segments: 4" in page and "Restore" in page
    client.post(reverse("projects:deletion_restore", args=[slug, deletion.pk]), {"operation_id": str(uuid4())})
    assert Job.objects.filter(kind="restore_part", parameters__deletion=deletion.pk).exists()
    restore(deletion)
    assert client.get(address)["Location"] == reverse("evaluation:test_set", args=[slug, test_set.pk])
    page = markup_of(client.get(reverse("projects:deletions", args=[slug])))
    assert "restored by" in page and "<button" not in page.split("<main")[1]


def test_the_api_lists_the_parts_that_it_deletes_with_their_ids(test_set: TestSet, client: Client) -> None:
    measure_all(test_set, "bleu")
    align(test_set, "")
    slug = test_set.project.slug
    told = client.get(reverse("api:test-set", args=[slug, test_set.pk])).json()
    assert [each["system"] for each in told["alignments"]] == [None]
    for part, rows in (("score", "scores"), ("alignment", "alignments"), ("translation", "translations")):
        deletion = delete(test_set.project, part, told[rows][0]["id"])
        left = client.get(reverse("api:test-set", args=[slug, test_set.pk])).json()[rows]
        assert told[rows][0]["id"] not in [each["id"] for each in left]
        restore(deletion)
    assert client.get(reverse("api:test-set", args=[slug, test_set.pk])).json() == told
    deletion = delete(test_set.project, "system", told["translations"][0]["system_id"])
    assert deletion.job.result["summary"] == "system one (translations: 1, scores: 1)."


def test_parts_are_deleted_through_the_api(test_set: TestSet, client: Client) -> None:
    slug = test_set.project.slug
    address = reverse("api:deletions", args=[slug])
    asked = {"request_id": str(uuid4()), "part": "test-set", "id": test_set.pk}
    first = client.post(address, asked, content_type="application/json")
    again = client.post(address, asked, content_type="application/json")
    assert (first.status_code, first.json()["id"]) == (202, again.json()["id"])
    missing = client.post(address, {**asked, "request_id": str(uuid4()), "id": 10**9}, content_type="application/json")
    assert missing.status_code == 409
    Job.objects.filter(kind="delete_part").delete()
    deletion = delete(test_set.project, "test-set", test_set.pk)
    [row] = client.get(address).json()["results"]
    assert (row["id"], row["name"], row["counts"]["segments"]) == (deletion.pk, "Idioms", 4)
    body = {"request_id": str(uuid4())}
    restored = client.post(
        reverse("api:deletion-restore", args=[slug, deletion.pk]), body, content_type="application/json"
    )
    assert restored.status_code == 202
