"""Texts in a ZIP archive: as OPUS packs the sides of a corpus, and as Windows packs a table."""

import io
import zipfile

import pytest

from alignment.imports.jobs import packed_texts
from annotation_site.jobs.models import Job
from tests.alignment.imports.by_services import confirm, pairs_of, preview
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)

GERMAN, ENGLISH = "Er kommt .\nSie geht .\n", "He comes .\nShe goes .\n"


def pack(**members: str | bytes) -> bytes:
    """Return an archive; `__` stands for a dot in the names, and `___` for the sign between folders of Windows."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("___", "\\").replace("__", "."), text)
    return file.getvalue()


@pytest.mark.parametrize(("source", "target"), [("de", "en"), ("en", "de"), ("en-GB", "de-AT")])
def test_both_sides_of_an_archive_come_in_by_their_languages(source: str, target: str) -> None:
    data = pack(
        README="Corpus of ours.", LICENSE="CC0", TED__de_en__en=ENGLISH, TED__de_en__de=GERMAN, TED__de_en__xml="<a/>"
    )
    project = make_project(source_language=source, target_language=target)
    previewed = preview(project, data, text_format="detect")
    assert previewed.result["counts"]["pairs"] == 2 and previewed.result["format"] == "moses"
    assert confirm(project, previewed).state == Job.State.SUCCEEDED
    german = ["Er", "kommt", "."]
    assert pairs_of(project)[0][int(source != "de")] == german


def test_a_table_or_an_archive_of_windows_is_the_text_in_it() -> None:
    project = make_project(source_language="de", target_language="en")
    data = pack(Texte___Sätze__csv="Deutsch;Englisch\nEr kommt.;He comes.\n")
    previewed = preview(project, data, text_format="detect", tokens="detect")
    assert (previewed.result["counts"]["pairs"], previewed.result["format"]) == (1, "table")
    assert previewed.result["shown"][0]["target"] == ["He", "comes", "."]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (pack(a__txt="a\n", b__txt="b\n", c__txt="c\n"), "hold the text: a.txt, b.txt, c.txt. Unpack it and upload"),
        (pack(README="x"), "hold the text: README. Unpack it and upload the one or two files with the sentences."),
        (pack(a__de="x" * 40_000, a__en="y"), "The archive unpacks to more than 0 MB. Split it."),
        (pack(a__de=GERMAN, a__en=ENGLISH)[:-30], "The ZIP archive is damaged or encrypted."),
    ],
)
def test_an_archive_that_is_no_text_is_refused_in_a_sentence(
    data: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_texts, "_MOST_UNPACKED", 30_000)
    previewed = preview(make_project(source_language="de", target_language="en"), data, text_format="detect")
    assert previewed.state == Job.State.FAILED and sentence in previewed.error
