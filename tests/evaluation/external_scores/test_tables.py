"""Tables of scores: columns are proposed, assigned on the page or in the API, and checked before import."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.external_scores.jobs.importing import import_external_scores, preview_external_scores
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
LONG = """Satznummer;System;Bewertung;Bemerkung
1;system one;0,25;
2;system one;1,234;
1;system two;NA;
3;system two;0,75;gut
"""

made = made_for_module(lambda: make_test_set(make_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


@pytest.fixture
def client(test_set: TestSet) -> Client:
    client = Client()
    client.force_login(test_set.project.created_by)
    return client


def preview(client: Client, test_set: TestSet, text: str, **fields: object) -> Job:
    """Upload a table on the page, and return its preview."""
    address = reverse("evaluation:external_scores_new", args=[test_set.project.slug, test_set.pk])
    file = SimpleUploadedFile("Werte.csv", text.encode())
    answer = client.post(address, {"file": file, "name": "COMET", "request_id": str(uuid4()), **fields})
    assert answer.status_code == 302, answer.content.decode()
    return run(Job.objects.filter(kind="external_scores_preview").latest("pk"), preview_external_scores)


def again(client: Client, job: Job, *contents: str) -> Job:
    """Assign columns on the page, and return the preview by them."""
    chosen = {f"column_{place}": content for place, content in enumerate(contents)}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", "encoding": "", **chosen}
    answer = client.post(at("external_scores_again", job), asked)
    assert answer.status_code == 302, answer.content.decode()
    return run(Job.objects.filter(kind="external_scores_preview").latest("pk"), preview_external_scores)


def confirm(client: Client, job: Job) -> Job:
    assert client.post(at("external_scores_preview", job)).status_code == 302
    return run(Job.objects.filter(kind="external_scores").latest("pk"), import_external_scores)


def at(name: str, job: Job) -> str:
    return reverse(f"evaluation:{name}", args=[job.project.slug, job.pk])


def read_scores() -> dict[str, list[float | None]]:
    return dict(SegmentValues.objects.values_list("translation__system__name", "scores"))


def test_a_semicolon_file_with_german_headers_and_a_score_per_row(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, LONG)
    assert found.result["table"]["assignment"] == {
        "system": ["System"],
        "segment": ["Satznummer"],
        "score": ["Bewertung"],
    }
    page = client.get(at("external_scores_preview", found)).content.decode()
    for words in (
        "Ignored: <bdi>Bemerkung</bdi>",
        "CSV with semicolons",
        "Scores of system two",
        "Add scores</button>",
    ):
        assert words in page
    confirm(client, found)
    assert read_scores() == {"system one": [0.25, 1.234, None, None], "system two": [None, None, 0.75, None]}


def test_columns_under_other_names_lead_to_the_page_and_are_given_to_systems(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, "Nr;Wert GPT;Wert NLLB\n0;0,1;0,5\n1;0,2;0,6\n2;0,3;0,7\n3;0,4;0,8\n")
    assert "This test set has no system called “Wert GPT”" in found.result["missing"]
    assert found.result["table"]["assignment"] == {"segment": ["Nr"]}
    found = again(client, found, "segment", "scores:system two", "scores:system one")
    assert found.result["checks"] == ["The file counts segments from 0: its segment 0 is the first."]
    confirm(client, found)
    assert read_scores() == {"system one": [0.5, 0.6, 0.7, 0.8], "system two": [0.1, 0.2, 0.3, 0.4]}


def test_columns_that_contain_a_word_such_as_system_are_matched_by_their_whole_name(
    client: Client, test_set: TestSet
) -> None:
    found = preview(client, test_set, "Nr;system one;Wert NLLB\n1;0,25;0,5\n2;;0,6\n3;0,5;0,7\n")
    assert found.result["table"]["assignment"] == {"segment": ["Nr"], "scores:system one": ["system one"]}
    assert found.result["unmatched"] == ["Wert NLLB"]


def test_a_table_of_one_system_takes_that_of_the_form(client: Client, test_set: TestSet) -> None:
    text = "Segment,Score\n4,0.5\n1,0.25\n"
    found = preview(client, test_set, text)
    assert "Choose whose scores the columns have" in found.result["missing"]
    found = preview(client, test_set, text, system="system one")
    assert found.result["missing"] == ""
    confirm(client, found)
    assert read_scores() == {"system one": [0.25, None, None, 0.5]}


def test_a_preview_that_gives_no_scores_cannot_be_confirmed(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, "a,b\n1,2\n3,4\n")
    answer = client.post(at("external_scores_preview", found))
    assert "This test set has no system called “a”" in answer.content.decode()
    assert not Job.objects.filter(kind="external_scores").exists()


def test_the_same_scores_for_two_systems_are_named(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, "system one,system two\n1,1\n2,2\n3,3\n4,4\n")
    assert found.result["checks"] == ["“system one” and “system two” have the same scores."]


def test_the_choice_is_kept_for_the_next_file_with_these_columns(client: Client, test_set: TestSet) -> None:
    text = "Nr;Wert GPT\n1;0,1\n2;0,2\n3;0,3\n4;0,4\n"
    found = again(client, preview(client, test_set, text), "segment", "scores:system two")
    confirm(client, found)
    following = preview(client, test_set, text.replace("0,1", "0,9"), name="COMET-QE")
    assert following.result["table"]["assignment"] == {"segment": ["Nr"], "scores:system two": ["Wert GPT"]}


def test_the_api_takes_the_whole_assignment(client: Client, test_set: TestSet) -> None:
    address = reverse("api:external-scores", args=[test_set.project.slug, test_set.pk])
    text = "Nr|Wert GPT|Wert NLLB\n1|0,1|0,5\n2|0,2|0,6\n"
    columns = {"segment": "Nr", "scores:system one": "Wert NLLB"}
    asked = {"name": "COMET", "file": SimpleUploadedFile("a.csv", text.encode()), "separator": "|"}
    assert client.post(address, {**asked, "columns": json.dumps(columns)}).status_code == 202
    imported = run(Job.objects.get(kind="external_scores"), import_external_scores)
    assert read_scores() == {"system one": [0.5, 0.6, None, None]}
    assert "no such system: “Wert GPT”" in imported.result["summary"]
    asked["file"] = SimpleUploadedFile("a.csv", text.encode())
    refused = client.post(address, {**asked, "columns": '{"scores:nobody": "Nr"}'})
    assert refused.status_code == 400 and "There is no content called scores:nobody" in refused.content.decode()
