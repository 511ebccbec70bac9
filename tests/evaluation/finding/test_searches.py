"""A search is asked for once, with files in a format that is detected."""

from uuid import uuid4

import pytest
from django.urls import reverse

from annotation_site.jobs.models import Job
from tests.evaluation.finding.reviewing import a_file, fields
from tests.evaluation.findings import SOURCE, TARGET

pytestmark = pytest.mark.django_db


def test_the_form_says_what_is_missing(project, client):
    url = reverse("evaluation:finding_new", args=[project.slug])
    page = client.post(url, {**fields(), "second_file": ""})
    assert page.status_code == 400
    assert "This format needs the translation as a second, line-aligned file." in page.content.decode()
    assert not Job.objects.filter(kind="finding").exists()


CONLLU = "# sent_id = 1\n1\tShe\tshe" + "\t_" * 7 + "\n\n"


@pytest.mark.parametrize(
    ("files", "text_format"),
    [
        ((SOURCE, TARGET), "moses"),
        ((SOURCE,), "text"),
        (("She took root .\tMise radici .\n",), "table"),
        (("She took root . ||| Mise radici .\n",), "bitext"),
        ((CONLLU,), "conllu"),
    ],
)
def test_the_format_of_a_text_is_detected(project, client, files, text_format):
    texts = {
        f"{name}_file": a_file(f"{name}.txt", text) for name, text in zip(("first", "second"), files, strict=False)
    }
    sent = {name: value for name, value in fields(text_format="detect").items() if not name.endswith("_file")}
    assert client.post(reverse("evaluation:finding_new", args=[project.slug]), sent | texts).status_code == 302
    parameters = Job.objects.get(kind="finding").parameters
    assert (parameters["format"], parameters["is_parallel"]) == (text_format, text_format not in ("text", "conllu"))


def test_a_pdf_for_a_text_is_called_one_and_not_kept(project, client):
    sent = fields(text_format="detect", first_file=a_file("book.pdf", "%PDF-1.7\n"))
    page = client.post(reverse("evaluation:finding_new", args=[project.slug]), sent)
    assert (page.status_code, project.uploads.count()) == (400, 0)
    assert "book.pdf is a PDF document; a plain text file is needed." in page.content.decode()


def test_the_same_form_sent_twice_asks_once(project, client):
    url, same = reverse("evaluation:finding_new", args=[project.slug]), str(uuid4())
    first = client.post(url, fields(request_id=same))
    again = client.post(url, fields(request_id=same))
    assert first["Location"] == again["Location"]
    assert project.uploads.count() == 3


def test_files_of_a_search_that_is_refused_are_not_kept(project, client, settings):
    settings.JOBS_WAITING_PER_PERSON = 0
    page = client.post(reverse("evaluation:finding_new", args=[project.slug]), fields())
    assert page.status_code == 400 and "waiting jobs. Wait for some to finish." in page.content.decode()
    assert not project.uploads.exists()
