"""Tables of system outputs: columns are proposed, assigned on the page or in the API, and checked before import."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.imports.jobs.translations import preview_translations, take_translations
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis
from evaluation.translations.services import confirm_translations
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set, run
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
WIDE = """Satznummer;Quelltext;Modell A;Modell B;Bemerkung
1;She woke up early.;Si è alzata presto.;Si alza presto.;gut
2;He broke the ice.;Ha rotto il gelo.;;
3;They broke the ice at last.;Hanno rotto il gelo.;Hanno rotto il ghiaccio.;
4;It rains.;Piove forte.;Sta piovendo.;
"""
LONG = """Satznummer;System;Übersetzung
2;Alpha;Ha rotto il gelo.
1;Alpha;Si è alzata presto.
1;Beta;Si alza presto.
4;Alpha;Piove.
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


def preview(client: Client, test_set: TestSet, text: str, name: str = "Ausgaben.csv", **fields: object) -> Job:
    """Upload a table on the page, and return its preview."""
    address = reverse("evaluation:translations_new", args=[test_set.project.slug, test_set.pk])
    file = SimpleUploadedFile(name, text.encode())
    answer = client.post(address, {"file": file, "request_id": str(uuid4()), **fields})
    job = Job.objects.filter(kind="translations_preview").latest("pk")
    assert (answer.status_code, answer.headers.get("Location")) == (302, at("translations_preview", job))
    return run(job, preview_translations)


def again(client: Client, job: Job, *contents: str, **reading: str) -> Job:
    """Assign columns on the page, and return the preview by them."""
    chosen = {f"column_{place}": content for place, content in enumerate(contents)}
    asked = {"request_id": str(uuid4()), "header": "yes", "separator": "", "encoding": "", **chosen, **reading}
    answer = client.post(at("translations_again", job), asked)
    assert answer.status_code == 302, answer.content.decode()
    return run(Job.objects.filter(kind="translations_preview").latest("pk"), preview_translations)


def at(name: str, job: Job) -> str:
    return reverse(f"evaluation:{name}", args=[job.project.slug, job.pk])


def read_texts(test_set: TestSet, system: str) -> list[str]:
    stored = Hypothesis.objects.filter(translation__test_set=test_set, translation__system__name=system)
    return list(stored.order_by("number").values_list("text", flat=True))


def test_a_semicolon_file_with_german_headers_is_previewed_and_confirmed(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, WIDE)
    assert found.result["table"]["assignment"] == {
        "systems": ["Modell A", "Modell B"],
        "segment": ["Satznummer"],
        "source": ["Quelltext"],
    }
    assert found.result["checks"] == ["“Modell B” is empty in 1 row: line 3."]
    page = client.get(at("translations_preview", found)).content.decode()
    for words in ("Ignored: <bdi>Bemerkung</bdi>", "CSV with semicolons", "Si è alzata presto.", "Add translations"):
        assert words in page
    assert not read_texts(test_set, "Modell A")
    assert client.post(at("translations_preview", found)).status_code == 302
    imported = run(Job.objects.get(kind="translations"), take_translations)
    assert imported.result["systems"] == ["Modell A", "Modell B"]
    assert read_texts(test_set, "Modell B") == ["Si alza presto.", "", "Hanno rotto il ghiaccio.", "Sta piovendo."]


def test_a_table_with_a_row_for_each_translation_is_of_several_systems(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, LONG)
    assert found.result["table"]["assignment"] == {
        "segment": ["Satznummer"],
        "system": ["System"],
        "translation": ["Übersetzung"],
    }
    described = [(row["system"], row["translations"], row["missing"]) for row in found.result["systems"]]
    assert described == [("Alpha", 3, 1), ("Beta", 1, 3)]
    client.post(at("translations_preview", found))
    run(Job.objects.get(kind="translations"), take_translations)
    assert read_texts(test_set, "Alpha") == ["Si è alzata presto.", "Ha rotto il gelo.", "", "Piove."]


def test_columns_that_nobody_can_know_lead_to_the_page_and_are_assigned_there(
    client: Client, test_set: TestSet
) -> None:
    text = "x;y;z\n1;m;Si alza.\n2;m;Ha rotto.\n3;m;Hanno rotto.\n4;m;Piove.\n".replace(";z", ";note")
    found = preview(client, test_set, text)
    assert "No column is a system output" in found.result["missing"]
    page = client.get(at("translations_preview", found)).content.decode()
    assert "No column is a system output" in page and "Add translations</button>" not in page
    with pytest.raises(DomainError, match="No column is a system output"):
        confirm_translations(user=test_set.project.created_by, project=test_set.project, preview=found)
    found = again(client, found, "segment", "system", "translation")
    assert (found.result["missing"], found.result["systems"][0]["system"]) == ("", "m")
    client.post(at("translations_preview", found))
    run(Job.objects.get(kind="translations"), take_translations)
    assert read_texts(test_set, "m")[3] == "Piove."


def test_the_choice_is_kept_for_the_next_file_with_these_columns(client: Client, test_set: TestSet) -> None:
    rows = "1;{0};Si alza.\n2;{0};Ha rotto.\n3;{0};Hanno rotto.\n4;{0};Piove.\n"
    found = again(
        client, preview(client, test_set, "x;y;note\n" + rows.format("m")), "segment", "system", "translation"
    )
    client.post(at("translations_preview", found))
    run(Job.objects.get(kind="translations"), take_translations)
    following = preview(client, test_set, "x;y;note\n" + rows.format("n"))
    assert following.result["table"]["assignment"] == found.result["table"]["assignment"]
    assert following.result["systems"][0]["system"] == "n"


def test_a_system_called_system_two_and_a_note_on_the_translation_are_no_row_each(
    client: Client, test_set: TestSet
) -> None:
    """Words of a longer name were taken for it: a table with a column per system was read row by row."""
    text = "Satznummer;System zwei;Bemerkung zur Übersetzung;Nummer des Segments im Text\n"
    text += "1;Si alza.;gut;7\n2;Ha rotto.;gut;7\n3;Hanno rotto.;gut;8\n4;Piove.;;8\n"
    found = preview(client, test_set, text)
    assert found.result["table"]["assignment"] == {"segment": ["Satznummer"], "systems": ["System zwei"]}


def test_two_ways_at_once_are_refused_where_they_are_chosen(client: Client, test_set: TestSet) -> None:
    found = preview(client, test_set, WIDE)
    chosen = {"column_0": "segment", "column_2": "systems", "column_3": "translation"}
    answer = client.post(
        at("translations_again", found), {"request_id": str(uuid4()), "header": "yes", "separator": "", **chosen}
    )
    assert answer.status_code == 400
    assert "Choose “System output” for one column per system, or" in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "check"),
    [
        (
            "segment,source,one\n1,She woke up early.,Si alza.\n2,It rains.,Ha rotto.\n",
            "1 row has another source sentence than the segment: line 3.",
        ),
        (
            "segment,one,One\n1,Si alza.,Si alza.\n2,Ha rotto.,Ha rotto.\n",
            "“one” and “One” have the same translations.",
        ),
        (
            "segment,system,translation\n1,SYSTEM ONE,Si alza.\n",
            "These systems differ in case or spaces only and count as different ones: “system one” and “SYSTEM ONE”.",
        ),
        ("segment,one\n0,Si alza.\n3,Piove.\n", "The file counts segments from 0: its segment 0 is the first."),
        ("segment,one,two\n1,Si alza.,Ora.\n2,Ha rotto.\n", "1 row has fewer cells than the header"),
    ],
)
def test_what_an_author_may_not_have_meant_is_said(client: Client, test_set: TestSet, text: str, check: str) -> None:
    found = preview(client, test_set, text)
    assert any(said.startswith(check) for said in found.result["checks"]), found.result


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("segment,one\n5,Piove.\n", "line 2: “5” is not a segment; the test set has 4, counted from 1."),
        ("segment,one\n0,Si alza.\n4,Piove.\n", "line 3: “4” is not a segment; the test set has 4, counted from 0."),
        ("segment,one\n1,Piove.\n1,Ora.\n", "line 3: Segment 1 occurs twice."),
        ("segment,system,translation\n1,a,Piove.\n1,a,Ora.\n", "line 3: Segment 1 of a occurs twice."),
        ("system,translation\na,Piove.\na,Ora.\n", "a has 2 rows, but the test set has 4 segments."),
        ("segment,one\nI,Piove.\n", "line 2: “I” is not a segment number."),
    ],
)
def test_rows_that_fit_no_segment_are_named_on_the_page(
    client: Client, test_set: TestSet, text: str, sentence: str
) -> None:
    assert sentence in preview(client, test_set, text).result["missing"]


def test_translations_that_exist_are_replaced_only_if_that_is_agreed_to(client: Client, test_set: TestSet) -> None:
    text = "segment,system one\n1,Si alza.\n2,Ha rotto.\n3,Hanno rotto.\n4,Piove.\n"
    found = preview(client, test_set, text)
    assert found.result["systems"][0]["is_present"]
    assert (
        "Replace the existing translations of system one"
        in client.get(at("translations_preview", found)).content.decode()
    )
    refused = client.post(at("translations_preview", found))
    assert "already has translations of this test set" in refused.content.decode()
    assert client.post(at("translations_preview", found), {"replaces": "on"}).status_code == 302
    run(Job.objects.get(kind="translations"), take_translations)
    assert read_texts(test_set, "system one")[0] == "Si alza."


@pytest.mark.parametrize(
    "columns",
    [
        {"systems": ["Modell B"], "segment": "Satznummer"},
        ["Modell B"],
    ],
)
def test_the_api_takes_the_whole_assignment_or_names_of_outputs(
    client: Client, test_set: TestSet, columns: object
) -> None:
    address = reverse("api:translations", args=[test_set.project.slug, test_set.pk])
    asked = {"file": SimpleUploadedFile("a.csv", WIDE.encode())}
    sent = json.dumps(columns) if isinstance(columns, dict) else columns
    answer = client.post(address, {**asked, "columns": sent, "separator": ";"})
    assert answer.status_code == 202, answer.content
    imported = run(Job.objects.get(kind="translations"), take_translations)
    assert imported.result["systems"] == ["Modell B"]
    assert "“Modell B” is empty in 1 row: line 3." in imported.result["summary"]
    assert "Modell A" in imported.result["summary"].partition("Ignored columns: ")[2]
    assert read_texts(test_set, "Modell B")[3] == "Sta piovendo."


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ('{"outputs": "Modell A"}', "There is no content called outputs. Choose from systems, segment"),
        ('{"systems": ["Modell A"', "Value must be valid JSON"),
        ('{"systems": 3}', "The column of “systems” must be a name, or a list of names."),
    ],
)
def test_the_api_refuses_an_assignment_that_is_none(
    client: Client, test_set: TestSet, columns: str, sentence: str
) -> None:
    address = reverse("api:translations", args=[test_set.project.slug, test_set.pk])
    answer = client.post(address, {"file": SimpleUploadedFile("a.csv", WIDE.encode()), "columns": columns})
    assert answer.status_code == 400 and sentence in json.dumps(answer.json(), ensure_ascii=False)


def test_files_with_a_line_for_each_segment_need_no_page(client: Client, test_set: TestSet) -> None:
    address = reverse("evaluation:translations_new", args=[test_set.project.slug, test_set.pk])
    file = SimpleUploadedFile("a.txt", b"Uno.\nDue.\nTre.\nPiove.\n")
    client.post(address, {"file": file, "name": "lines", "request_id": str(uuid4())})
    assert list(Job.objects.filter(kind__startswith="translations").values_list("kind", flat=True)) == ["translations"]
