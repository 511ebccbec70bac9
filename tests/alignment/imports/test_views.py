"""Importing through the page, with the real worker."""

import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from alignment.imports.forms import name_encoding
from alignment.pairs.models import AlignmentSettings
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.factories import make_member, make_pair, make_project
from tests.servers import wait_until

SOURCE = "a black cat\nit is raining\n"
TARGET = "un gatto nero\npiove\n"


def upload(project: Project, *texts: str | bytes, **fields: object):  # type: ignore[no-untyped-def]
    client = Client()
    client.force_login(project.created_by)
    data: dict[str, object] = {"request_id": str(uuid4()), "text_format": "moses", "tokens": "spaces", **fields}
    for name, text in zip(("first_file", "second_file"), texts, strict=False):
        data[name] = SimpleUploadedFile(f"{name}.txt", text if isinstance(text, bytes) else text.encode())
    return client, client.post(reverse("alignment:import", args=[project.slug]), data)


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)


def preview(project: Project, *texts: str | bytes, **fields: object):  # type: ignore[no-untyped-def]
    client, response = upload(project, *texts, **fields)
    assert response.status_code == 302, response.content.decode()
    job = finish(Job.objects.get(kind="import_preview", project=project))
    return client, job, client.get(response["Location"])


def confirm(client: Client, job: Job, **fields: str):  # type: ignore[no-untyped-def]
    return client.post(reverse("alignment:import_confirm", args=[job.project.slug, job.pk]), fields)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("text_format", "texts"),
    [
        ("moses", (SOURCE, TARGET)),
        ("bitext", ("a black cat ||| un gatto nero\nit is raining ||| piove\n",)),
        ("tsv", ("target\tsource\nun gatto nero\ta black cat\npiove\tit is raining\n",)),
    ],
)
def test_a_text_is_previewed_confirmed_and_imported(text_format: str, texts: tuple[str, ...]) -> None:
    project = make_project()
    client, job, page = preview(project, *texts, text_format=text_format)
    assert page.context["result"]["counts"] == {"pairs": 2, "source_tokens": 6, "target_tokens": 4, "rejected": 0}
    assert not Item.objects.exists()
    first, second = (confirm(client, job) for _ in range(2))
    started = Job.objects.get(kind="import")
    assert first["Location"] == second["Location"] == reverse("projects:job", args=[project.slug, started.pk])
    assert finish(started).state == Job.State.SUCCEEDED
    pairs = [item.sentence_pair for item in Item.objects.select_related("sentence_pair").order_by("number")]
    assert [pair.source_tokens for pair in pairs] == [["a", "black", "cat"], ["it", "is", "raining"]]
    assert (
        "Text imported" in client.get(reverse("alignment:import_preview", args=[project.slug, job.pk])).content.decode()
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_of_26_imported_pairs_a_quarter_are_controls() -> None:
    project = make_project()
    AlignmentSettings.objects.update(suggestion_control_share=25)
    client, job, _ = preview(project, "a black cat\n" * 26, "un gatto nero\n" * 26)
    confirm(client, job)
    finish(Job.objects.get(kind="import"))
    items = list(Item.objects.all())
    Suggestion.objects.bulk_create(Suggestion(item=each, source_index=0, target_index=0, label="S") for each in items)
    assert len(items) == 26
    assert Suggestion.objects.of_controls().count() in (6, 7)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_what_is_odd_about_a_text_is_said_before_it_comes_in() -> None:
    project = make_project()
    make_pair(project, "a black cat", "un gatto nero")
    client, job, page = preview(project, "a black cat\nit \x1f\n", "un gatto nero\npiove\n", text_format="detect")
    html = " ".join(page.content.decode().split())
    assert "Read as “Two line-aligned files” (detected)" in html
    assert "1 pair is in the project already: line 1." in html
    assert "Import 1 new pair</button>" in html and "Import all 2 pairs again</button>" in html
    assert "1 pair contains control characters, which are replaced by �: U+001F in 1 pair. Line 2." in html
    confirm(client, job, only_new="on")
    assert finish(Job.objects.get(kind="import")).result["imported"] == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_swapped_languages_are_told_and_swapped_without_another_upload() -> None:
    project = make_project()
    client, job, page = preview(project, f"{TEXTS['it']}\n", f"{TEXTS['en']}\n")
    html = page.content.decode()
    assert "The English text looks like Italian, and the Italian text like English." in html
    assert page.context["again"]["is_reversed"].value() is True
    again = {"request_id": str(uuid4()), "text_format": "moses", "encoding": "", "is_reversed": "on"}
    response = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    second = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert second.result["shown"][0]["target"][:2] == ["Il", "gatto"]
    swapped_back = client.get(response["Location"])
    assert "looks like Italian" not in swapped_back.content.decode()
    assert swapped_back.context["again"]["is_reversed"].value() is True


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_format_other_than_the_detected_one_is_said_although_rows_fit() -> None:
    page = preview(make_project(), "<s snum=1>a cat</s>\n", "<s snum=1>un gatto</s>\n")[2]
    html = page.content.decode()
    assert "looks like “Two files with sentence numbers” but was read as “Two line-aligned files”." in html
    assert page.context["again"]["text_format"].value() == "naacl"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_pdf_is_called_one_and_no_other_settings_are_offered() -> None:
    page = preview(make_project(), b"%PDF-1.7\n", text_format="detect")[2]
    assert "first_file.txt is a PDF document; a plain text file is needed." in page.content.decode()
    assert "Preview again" not in page.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_another_encoding_is_found_and_can_be_changed() -> None:
    project = make_project()
    client, job, page = preview(project, "così è\n".encode("latin-1"), b"so it is\n")
    assert page.context["files"][0]["encoding"] == "Western European (ISO 8859-1)"
    assert 'lang="en"' in page.content.decode()
    assert job.result["shown"][0]["source"] == ["così", "è"]
    again = {"request_id": str(uuid4()), "encoding": "cp1251"}
    response = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    other = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert other.pk != job.pk
    assert response["Location"] == reverse("alignment:import_preview", args=[project.slug, other.pk])
    assert other.result["shown"][0]["source"] == ["cosм", "и"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_rows_that_cannot_be_used_are_shown_and_left_out_only_on_consent() -> None:
    project = make_project()
    rows = ["a ||| b", *["no bar"] * 150]
    client, job, page = preview(project, "\n".join(rows), text_format="bitext")
    text = page.content.decode()
    assert "The first 100 of 150" in text
    assert "times; exactly one is required." in text
    refused = confirm(client, job)
    assert refused.status_code == 400
    assert "150 rows have errors and would be left out" in refused.content.decode()
    confirm(client, job, leave_out_rejected="on")
    assert finish(Job.objects.get(kind="import")).result["imported"] == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_files_of_different_length_are_refused_in_a_sentence() -> None:
    client, job, page = preview(make_project(), SOURCE, "piove\n")
    assert job.state == Job.State.FAILED
    assert re.search(r"second_file\.txt, line 2: .*The files are not line-aligned", page.content.decode())
    assert confirm(client, job).status_code == 409


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_target_words_choose_the_pairs() -> None:
    project = make_project(scope="target_words")
    client, job, page = preview(project, SOURCE, TARGET, source_words="Cat\n\n  dog  \n", target_words="")
    assert page.context["result"]["counts"]["pairs"] == 1
    confirm(client, job, leave_out_rejected="on")
    finish(Job.objects.get(kind="import"))
    assert Item.objects.get().sentence_pair.source_target_words == [2]


@pytest.mark.django_db
def test_the_number_of_files_must_be_that_of_the_format() -> None:
    project = make_project()
    missing, surplus = upload(project, SOURCE)[1], upload(project, SOURCE, TARGET, text_format="tsv")[1]
    assert "This format needs the translation as a second, line-aligned file." in missing.content.decode()
    assert "This format uses one file. Leave the second one empty." in surplus.content.decode()
    assert (missing.status_code, surplus.status_code) == (400, 400)
    assert not project.uploads.exists()


@pytest.mark.django_db
def test_target_words_are_asked_for_where_the_project_needs_them() -> None:
    project = make_project(scope="target_words")
    assert (
        "This project aligns only target words. List them, one per line."
        in upload(project, SOURCE, TARGET)[1].content.decode()
    )


@pytest.mark.django_db
def test_an_upload_sent_twice_is_looked_at_once() -> None:
    project, request_id = make_project(), str(uuid4())
    first, second = (upload(project, SOURCE, TARGET, request_id=request_id)[1] for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Job.objects.count() == 1
    assert project.uploads.count() == 2


@pytest.mark.django_db
def test_a_preview_of_another_project_does_not_exist() -> None:
    project = make_project()
    upload(project, SOURCE, TARGET)
    job, other = Job.objects.get(), make_project()
    client = Client()
    client.force_login(other.created_by)
    for slug in (project.slug, other.slug):
        assert client.get(reverse("alignment:import_preview", args=[slug, job.pk])).status_code == 404
        assert client.post(reverse("alignment:import_confirm", args=[slug, job.pk])).status_code == 404
    client.force_login(make_member(project).user)
    assert client.get(reverse("alignment:import_preview", args=[project.slug, job.pk])).status_code == 403


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_bitext_read_as_a_table_is_proposed_as_bitext_and_read_again_without_its_file() -> None:
    project = make_project()
    client, job, page = preview(project, "a black cat ||| un gatto nero\nit rains ||| piove\n", text_format="tsv")
    html = page.content.decode()
    assert job.result["counts"]["pairs"] == 0
    assert "The file looks like “One file with ||| between the sides”" in html
    assert page.context["again"]["text_format"].value() == "bitext"
    again = {"request_id": str(uuid4()), "text_format": "bitext", "encoding": ""}
    response = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    second = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert second.parameters["uploads"] == job.parameters["uploads"]
    assert client.get(response["Location"]).context["result"]["counts"]["pairs"] == 2
    started = confirm(client, second)
    imported = finish(Job.objects.get(kind="import"))
    assert "2 pairs imported." in client.get(started["Location"]).content.decode()
    assert imported.result["summary"] == "2 pairs imported."


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_text_that_is_not_read_at_all_keeps_its_file_for_another_format() -> None:
    project = make_project()
    client, job, page = preview(project, "a black cat ||| un gatto nero\n", text_format="tmx")
    assert job.state == Job.State.FAILED
    assert "is stored" in page.content.decode()
    assert page.context["again"]["text_format"].value() == "bitext"
    two_files = {"request_id": str(uuid4()), "text_format": "moses", "encoding": ""}
    refused = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), two_files)
    assert refused.status_code == 400


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("cp1251", "Cyrillic (Windows 1251)"), ("iso8859-5", "ISO8859-5")],
)
def test_an_encoding_is_named_as_people_know_it(encoding: str, name: str) -> None:
    assert name_encoding(encoding) == name
