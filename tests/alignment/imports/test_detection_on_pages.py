"""Pages of an import say what a text looks like, and read it again otherwise."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from alignment.imports.services import request_import_preview
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.texts.encodings import name_encoding
from tests.alignment.imports.importing import confirm, finish, preview
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.factories import make_pair, make_project
from tests.markup import markup_of


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_what_is_odd_about_a_text_is_said_before_it_comes_in() -> None:
    project = make_project()
    make_pair(project, "a black cat", "un gatto nero")
    client, job, page = preview(project, "a black cat\nit \x1f\n", "un gatto nero\npiove\n", text_format="detect")
    html = markup_of(page)
    assert "Read as “Two line-aligned files” (detected)" in html
    assert "1 pair is in the project already: line 1." in html
    assert "Import 1 new pair</button>" in html and "Import all 2 pairs again</button>" in html
    assert "1 pair contains control characters, which are replaced by �: U+001F in 1 pair. Line 2." in html
    confirm(client, job, only_new="on")
    assert finish(Job.objects.get(kind="import")).result["imported"] == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_characters_that_show_nothing_are_counted_before_the_text_comes_in() -> None:
    source, target = "a\u00adb \u200f c\nنمی\u200cرود\n", "x \u2067y\u2069\nwon\u00adt\n"
    client, job, page = preview(make_project(), source, target, text_format="detect")
    html = markup_of(page)
    assert "5 invisible characters were removed:" in html
    assert "soft hyphen (U+00AD)&nbsp;2×, right-to-left mark (U+200F)&nbsp;1×" in html
    assert "Lines 1–2." in html
    assert "1 pair has words of invisible characters only, which are left out." in html
    confirm(client, job)
    imported = finish(Job.objects.get(kind="import"))
    pairs = [item.sentence_pair for item in imported.project.items.order_by("number")]
    assert [pair.source_tokens for pair in pairs] == [["ab", "c"], ["نمی\u200cرود"]]
    assert [pair.target_tokens for pair in pairs] == [["x", "y"], ["wont"]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_swapped_languages_are_told_and_swapped_without_another_upload() -> None:
    project = make_project()
    client, job, page = preview(project, f"{TEXTS['it']}\n", f"{TEXTS['en']}\n")
    html = markup_of(page)
    assert "The English text looks like Italian, and the Italian text like English." in html
    assert page.context["again"]["is_reversed"].value() is True
    again = {"request_id": str(uuid4()), "text_format": "moses", "encoding": "", "is_reversed": "on"}
    response = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    second = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert second.result["shown"][0]["target"][:2] == ["Il", "gatto"]
    swapped_back = client.get(response["Location"])
    assert "looks like Italian" not in markup_of(swapped_back)
    assert swapped_back.context["again"]["is_reversed"].value() is True


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_format_other_than_the_detected_one_is_said_although_rows_fit() -> None:
    page = preview(make_project(), "<s snum=1>a cat</s>\n", "<s snum=1>un gatto</s>\n")[2]
    html = markup_of(page)
    assert "looks like “Two files with sentence numbers” but was read as “Two line-aligned files”." in html
    assert page.context["again"]["text_format"].value() == "naacl"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_format_that_pages_call_a_table_does_not_look_like_another_table() -> None:
    project = make_project()
    manager = project.created_by
    file = ContentFile(b"a black cat\tun gatto nero\nlook before\tguarda prima\n")
    upload = store_upload(user=manager, project=project, file=file, name="pairs.tsv")
    terms = {"text_format": "tsv", "tokens": "spaces", "request_id": uuid4()}
    job = finish(request_import_preview(user=manager, project=project, uploads=[upload], **terms))
    client = Client()
    client.force_login(manager)
    page = client.get(reverse("alignment:import_preview", args=[project.slug, job.pk]))
    assert job.result["looks_like"] == "table"
    assert page.context["other"] is None and "was read as" not in markup_of(page)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_pdf_is_called_one_and_no_other_settings_are_offered() -> None:
    page = preview(make_project(), b"%PDF-1.7\n", text_format="detect")[2]
    assert "first_file.txt is a PDF document; a plain text file is needed." in markup_of(page)
    assert "Preview again" not in markup_of(page)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_another_encoding_is_found_and_can_be_changed() -> None:
    project = make_project()
    client, job, page = preview(project, "così è\n".encode("latin-1"), b"so it is\n")
    assert page.context["files"][0]["encoding"] == "Western European (ISO 8859-1)"
    assert 'lang="en"' in markup_of(page)
    assert job.result["shown"][0]["source"] == ["così", "è"]
    again = {"request_id": str(uuid4()), "encoding": "cp1251"}
    response = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    other = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert other.pk != job.pk
    assert response["Location"] == reverse("alignment:import_preview", args=[project.slug, other.pk])
    assert other.result["shown"][0]["source"] == ["cosм", "и"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_bitext_read_as_a_table_is_proposed_as_bitext_and_read_again_without_its_file() -> None:
    project = make_project()
    client, job, page = preview(project, "a black cat ||| un gatto nero\nit rains ||| piove\n", text_format="table")
    html = markup_of(page)
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
    assert "2 pairs imported." in markup_of(client.get(started["Location"]))
    assert imported.result["summary"] == "2 pairs imported."


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_text_that_is_not_read_at_all_keeps_its_file_for_another_format() -> None:
    project = make_project()
    client, job, page = preview(project, "a black cat ||| un gatto nero\n", text_format="tmx")
    assert job.state == Job.State.FAILED
    assert "is stored" in markup_of(page)
    assert page.context["again"]["text_format"].value() == "bitext"
    two_files = {"request_id": str(uuid4()), "text_format": "moses", "encoding": ""}
    refused = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), two_files)
    assert refused.status_code == 400


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("cp1251", "Cyrillic (Windows 1251)"),
        ("cp949", "Korean (EUC)"),
        ("cp437", "CP437"),
    ],
)
def test_an_encoding_is_named_as_people_know_it(encoding: str, name: str) -> None:
    assert name_encoding(encoding) == name


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_raw_text_is_split_by_rules_and_can_be_split_at_spaces_without_its_files() -> None:
    project = make_project()
    client, job, page = preview(project, "He comes.\n", "Lui viene.\n\n", tokens="detect", text_format="detect")
    text = markup_of(page)
    assert "2 words end in punctuation: this looks like raw text. It was split by language rules." in text
    assert '<span class="cut">comes</span> <span class="cut">.</span>' in text
    again = {"request_id": str(uuid4()), "tokens": "spaces", "text_format": "moses", "encoding": "utf-8"}
    moved = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    finish(Job.objects.filter(kind="import_preview").latest("pk"))
    text = markup_of(client.get(moved["Location"]))
    assert '<span class="cut">comes.</span>' in text
    assert "this looks like raw text, but it was split at spaces only." in text


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_languages_of_a_memory_are_chosen_on_the_preview() -> None:
    project = make_project()
    variants = "".join(f'<tuv xml:lang="{tag}"><seg>{tag}</seg></tuv>' for tag in ("it", "en-GB", "en-US"))
    client, job, page = preview(project, f"<tmx><body><tu>{variants}</tu></body></tmx>", text_format="detect")
    assert "“en” can be en-GB (1) and en-US (1)." in markup_of(page)
    refused = confirm(client, job)
    assert refused.status_code == 400
    assert "Choose the languages of source and target and preview the file again." in markup_of(refused)
    again = {"request_id": str(uuid4()), "file_source_language": "en-US", "file_target_language": "it"}
    moved = client.post(reverse("alignment:import_again", args=[project.slug, job.pk]), again)
    chosen = finish(Job.objects.filter(kind="import_preview").latest("pk"))
    assert chosen.result["shown"][0]["source"] == ["en-US"]
    assert "can be en-GB" not in markup_of(client.get(moved["Location"]))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_what_a_text_has_beside_words_is_named_before_its_import() -> None:
    project = make_project()
    text = "id\tsource\ttarget\n7\ta cat\tun gatto\n7\tit rains\tpiove\n"
    client, job, page = preview(project, text, text_format="detect")
    content = markup_of(page)
    assert "1 pair has the ID of an earlier pair" in content
    assert "ID <bdi>7</bdi> in lines 2–3" in content
    assert confirm(client, job).status_code == 400
    confirm(client, job, repeated_ids="rename")
    assert finish(Job.objects.get(kind="import")).result["imported"] == 2
    links = markup_of(preview(make_project(), "a cat\tun gatto\t0-0 1-1\n", text_format="detect")[2])
    assert "This file also has links" in links
    blank = preview(make_project(), "0\ta\n1\tb\n\n2\tc\n", "0\tx\n1\ty\n\n2\tz\n", text_format="detect")[2]
    assert "Line numbers before a tab were read as IDs." in markup_of(blank)
    assert "1 line is blank and left out: 3." in markup_of(blank)
