"""A table of a linguist comes in as pairs, whatever program wrote it, and its columns are chosen on the preview."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from alignment.pairs.models import SentencePair
from annotation_site.projects.models import Project
from tests.alignment.imports.importing import confirm, finish, preview, read_again
from tests.annotation_site.tables.dialects import DIALECTS, Dialect
from tests.factories import make_project

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]

HEADER = ["Nr.", "Deutsch", "Englisch", "Bemerkung"]
ROWS = [
    ["1", "Er hat ins Gras gebissen.", "He bit the dust.", "alt"],
    ["2", "Das ist mir Wurst, ehrlich.", "I do not care, honestly.", "neu; oft"],
    ["3", "Schwein gehabt!", "Lucky you!", ""],
]


@pytest.fixture
def project() -> Project:
    return make_project(source_language="de", target_language="en")


def texts(project: Project) -> list[tuple[str, str, str]]:
    pairs = SentencePair.objects.filter(item__project=project).order_by("item__number")
    return [
        (
            pair.item.identifier,
            pair.source_text or " ".join(pair.source_tokens),
            pair.target_text or " ".join(pair.target_tokens),
        )
        for pair in pairs.select_related("item")
    ]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_table_of_any_program_is_imported_without_a_choice(project: Project, dialect: Dialect) -> None:
    data = dialect.write([HEADER, *ROWS])
    client, job, page = preview(project, data, names=[dialect.file_name], text_format="detect", tokens="detect")
    table = job.result["table"]
    assert table["assignment"] == {"source": ["Deutsch"], "target": ["Englisch"], "identifier": ["Nr."]}
    assert table["unused"] == ["Bemerkung"]
    assert "Ignored: <bdi>Bemerkung</bdi>" in " ".join(page.content.decode().split())
    finish(confirm_job(client, job))
    assert texts(project) == [(row[0], row[1], row[2]) for row in ROWS]


def confirm_job(client, job):  # type: ignore[no-untyped-def]
    assert confirm(client, job).status_code == 302
    return job.project.jobs.get(kind="import")


def test_columns_are_chosen_again_and_the_choice_is_kept_for_the_next_file(project: Project) -> None:
    data = "A;B;C\nEr kommt heute.;x;He comes today.\nSie geht morgen.;y;She leaves tomorrow.\n"
    client, job, page = preview(project, data, names=["t.csv"], text_format="detect")
    job, page = read_again(client, job, column_0="source", column_1="", column_2="target", header="yes")
    assert job.result["counts"]["pairs"] == 2
    assert page.context["table_form"]["column_2"].value() == "target"
    finish(confirm_job(client, job))
    other = "C;A;B\nLater.;Bis später.;z\nBye.;Tschüss.;z\n"
    response = client.post(reverse("alignment:import", args=[project.slug]), other_upload(other), follow=True)
    assert response.status_code == 200
    following = finish(project.jobs.filter(kind="import_preview").latest("pk"))
    assert following.result["table"]["assignment"] == {"source": ["A"], "target": ["C"]}


def other_upload(text: str) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "text_format": "detect",
        "tokens": "spaces",
        "first_file": SimpleUploadedFile("u.csv", text.encode()),
    }


def test_a_table_without_the_needed_columns_says_which_to_choose(project: Project) -> None:
    _, job, page = preview(project, "Deutsch;Nr\nEr kommt.;1\nSie geht.;2\n", names=["t.csv"], text_format="table")
    assert job.result["counts"]["pairs"] == 0
    assert job.result["table_fault"] == "No column is Target text. Choose it; the columns are Deutsch, Nr."
    assert "No column is Target text" in page.content.decode()


def test_the_first_row_is_part_of_the_data_on_request(project: Project) -> None:
    client, job, _ = preview(project, "source;target\nx y;z\n", names=["t.csv"], text_format="table")
    assert job.result["counts"]["pairs"] == 1
    job, _ = read_again(client, job, header="no")
    assert job.result["counts"]["pairs"] == 2


def test_two_columns_for_one_side_are_refused_on_the_page(project: Project) -> None:
    client, job, _ = preview(project, "Deutsch;Englisch;Rest\na b.;c d.;e\n", names=["t.csv"], text_format="table")
    address = reverse("alignment:import_again", args=[project.slug, job.pk])
    sent = {"request_id": str(uuid4()), "column_0": "source", "column_1": "source"}
    answer = client.post(address, sent)
    assert answer.status_code == 400
    assert "Two columns are German text: Deutsch, Englisch. Choose one." in answer.content.decode()
