"""Columns of tables of judgements: proposed, assigned on the page or in the API, and checked before import."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from evaluation.correlation.jobs.studies import import_study, preview_study
from evaluation.correlation.models import HumanStudy, StudyPreference, StudyScore
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set, run
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
BY_SYSTEM = """Satznummer;Annotatorin;System One;System Two;Bemerkung
1;Anna;80,5;90;
1;Ben;70;NA;unsicher
2;Anna;60;1,5;
"""

made = made_for_module(lambda: make_test_set(make_evaluation_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


@pytest.fixture
def client(test_set: TestSet) -> Client:
    client = Client()
    client.force_login(test_set.project.created_by)
    return client


def preview(client: Client, test_set: TestSet, text: str, name: str = "Study") -> Job:
    """Upload a file on the page, and return its preview."""
    address = reverse("evaluation:study_new", args=[test_set.project.slug, test_set.pk])
    file = SimpleUploadedFile("Urteile.csv", text.encode())
    answer = client.post(address, {"file": file, "name": name, "request_id": str(uuid4())})
    job = Job.objects.filter(kind="human_study_preview").latest("pk")
    assert (answer.status_code, answer.headers.get("Location")) == (302, at("study_preview", job))
    return run(job, preview_study)


def again(client: Client, job: Job, *contents: str) -> Job:
    """Assign columns on the page, and return the preview by them."""
    chosen = {f"column_{place}": content for place, content in enumerate(contents)}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", "encoding": "", **chosen}
    answer = client.post(at("study_again", job), asked)
    assert answer.status_code == 302, answer.content.decode()
    return run(Job.objects.filter(kind="human_study_preview").latest("pk"), preview_study)


def confirm(client: Client, job: Job) -> Job:
    assert client.post(at("study_preview", job)).status_code == 302
    return run(Job.objects.filter(kind="human_study").latest("pk"), import_study)


def at(name: str, job: Job) -> str:
    return reverse(f"evaluation:{name}", args=[job.project.slug, job.pk])


def read_scores() -> list[tuple[int, str, str, float]]:
    rows = StudyScore.objects.order_by("segment", "annotator", "system__name")
    return list(rows.values_list("segment", "annotator", "system__name", "score"))


def test_a_column_of_scores_for_each_system_is_previewed_and_confirmed(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, BY_SYSTEM)
    assert found.result["table"]["assignment"] == {
        "segment": ["Satznummer"],
        "annotator": ["Annotatorin"],
        "scores:system one": ["System One"],
        "scores:system two": ["System Two"],
    }
    assert (found.result["judgements"], found.result["annotators_shown"]) == (5, ["Anna", "Ben"])
    assert "1 row has no score of system two (“NA”) and is left out." in found.result["checks"][0]
    page = client.get(at("study_preview", found)).content.decode()
    for words in ("Ignored: <bdi>Bemerkung</bdi>", "CSV with semicolons", "of 2 of 4 segments", "Import judgements"):
        assert words in page
    assert not HumanStudy.objects.exists()
    confirm(client, found)
    assert read_scores() == [
        (1, "Anna", "system one", 80.5),
        (1, "Anna", "system two", 90),
        (1, "Ben", "system one", 70),
        (2, "Anna", "system one", 60),
        (2, "Anna", "system two", 1.5),
    ]


def test_columns_that_nobody_can_know_lead_to_the_page_and_are_assigned_there(
    client: Client, test_set: TestSet
) -> None:
    found = preview(client, test_set, "wer;was;wo;wie\nAnna;system one;1;4\nBen;system two;1;5\n")
    assert "The columns must be those of scores" in found.result["missing"]
    page = client.get(at("study_preview", found)).content.decode()
    assert "The columns must be those of scores" in page and "Import judgements</button>" not in page
    refused = client.post(at("study_preview", found))
    assert "The columns must be those of scores" in refused.content.decode()
    found = again(client, found, "annotator", "system", "segment", "score")
    confirm(client, found)
    assert read_scores() == [(1, "Anna", "system one", 4), (1, "Ben", "system two", 5)]


def test_preferences_are_assigned_as_well(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, "Nr,plus,minus\n3,system two,system one\n")
    found = again(client, found, "segment", "better", "worse")
    assert (found.result["method"], found.result["annotators"]) == ("preference", 0)
    assert "not named" in client.get(at("study_preview", found)).content.decode()
    confirm(client, found)
    assert StudyPreference.objects.get().segment == 3


def test_columns_of_two_kinds_are_refused_where_they_are_chosen(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, BY_SYSTEM)
    chosen = {"column_0": "segment", "column_1": "annotator", "column_2": "score", "column_3": "scores:system two"}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", **chosen}
    answer = client.post(at("study_again", found), asked)
    assert answer.status_code == 400
    assert "The columns are those of scores and scores by system. Choose one kind" in answer.content.decode()


def test_annotators_with_the_same_answers_throughout_are_named(client: Client, test_set: TestSet) -> None:
    """One file taken for those of two people gives an agreement of 1."""
    table = "".join(["source\tone\n", *(f"Sentence {number}.\tFrase {number}.\n" for number in range(12))])
    of_twelve = make_test_set(test_set.project, table, {"source": "source"}, ["one"], name="Twelve")
    rows = "".join(f"one,{number},{who},{number % 5}\n" for number in range(1, 13) for who in ("Anna", "Ben"))
    found = preview(client, of_twelve, f"system,segment,annotator,score\n{rows}")
    assert found.result["checks"] == ["“Anna” and “Ben” gave the same 12 answers."]


def test_the_choice_is_kept_for_the_next_file_with_these_columns(client: Client, test_set: TestSet) -> None:
    text = "wer;was;wo;wie\nAnna;system one;1;{}\n"
    found = again(client, preview(client, test_set, text.format(4)), "annotator", "system", "segment", "score")
    confirm(client, found)
    following = preview(client, test_set, text.format(5), name="Another")
    assert following.result["table"]["assignment"] == found.result["table"]["assignment"]
    assert following.result["judgements"] == 1


def test_the_api_takes_the_whole_assignment(client: Client, test_set: TestSet) -> None:
    address = reverse("api:human-studies", args=[test_set.project.slug, test_set.pk])
    columns = {"segment": "wo", "annotator": "wer", "scores:system two": ["wie"]}
    asked = {"name": "Study", "separator": "|", "columns": json.dumps(columns)}
    text = "wer|was|wo|wie\nAnna|x|1|4\n"
    answer = client.post(address, {**asked, "file": SimpleUploadedFile("a.csv", text.encode())})
    assert answer.status_code == 202, answer.content
    imported = run(Job.objects.get(kind="human_study"), import_study)
    assert read_scores() == [(1, "Anna", "system two", 4)]
    assert imported.result["summary"] == "1 score by 1 annotator. Ignored column: was."


def test_a_file_with_a_header_of_its_own_format_needs_no_columns(client: Client, test_set: TestSet) -> None:
    header = "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n"
    found = preview(client, test_set, f"{header}English,Italian,1,A,system one,system two,1,2\n")
    assert (found.result["table"], found.result["judgements"]) == (None, 1)
    assert "data-table-form" not in client.get(at("study_preview", found)).content.decode()
    refused = client.post(at("study_again", found), {"request_id": str(uuid4())})
    assert "This file has no columns to assign." in refused.content.decode()
    assert confirm(client, found).result["summary"] == "1 preference by 1 annotator."
