"""Findings of a preview about a text: its format, its languages, pairs that are there already, odd characters."""

import pytest

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.alignment.imports.test_services import confirm, pairs_of, preview
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.factories import make_pair, make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)
FORMATS = {
    "bitext": b"a cat ||| un gatto\n",
    "table": b"a cat\tun gatto\n",
    "jsonl": b'{"source": "a cat", "target": "un gatto"}\n',
    "tmx": b'<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>a cat</seg></tuv>'
    b'<tuv xml:lang="it"><seg>un gatto</seg></tuv></tu></body></tmx>',
    "xliff": b'<xliff version="1.2"><file><body><trans-unit id="1"><source>a cat</source><target>un gatto</target>'
    b"</trans-unit></body></file></xliff>",
}


def identifiers(project: Project) -> list[str]:
    return list(project.items.order_by("number").values_list("identifier", flat=True))


@pytest.mark.parametrize("text_format", FORMATS)
def test_the_format_of_one_file_is_detected(text_format: str) -> None:
    project = make_project()
    previewed = preview(project, FORMATS[text_format], text_format="detect")
    assert (previewed.result["format"], previewed.result["looks_like"]) == (text_format, "")
    assert confirm(project, previewed).state == Job.State.SUCCEEDED
    assert pairs_of(project) == [(["a", "cat"], ["un", "gatto"])]


@pytest.mark.parametrize(
    ("text_format", "files"),
    [
        ("moses", (b"a cat\n", b"un gatto\n")),
        ("moses", (b"a cat\tx\n", b"un gatto\n")),
        ("naacl", (b"<s snum=1>a cat</s>\n", b"<s snum=1>un gatto</s>\n")),
    ],
)
def test_the_format_of_two_files_is_detected(text_format: str, files: tuple[bytes, bytes]) -> None:
    assert preview(make_project(), *files, text_format="detect").result["format"] == text_format


def test_a_few_faulty_lines_do_not_hide_the_format() -> None:
    previewed = preview(make_project(), b"a cat ||| un gatto\n" * 9 + b"no bar\n", text_format="detect")
    assert (previewed.result["format"], previewed.result["counts"]["rejected"]) == ("bitext", 1)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (
            b"a cat\na dog\n",
            "file-1.txt: Interlinea could not recognise this file. Choose its format. If source and target are in two",
        ),
        (b"\n\n", "file-1.txt: The file is empty. Choose another file."),
        (b"%PDF-1.7\n", "file-1.txt is a PDF document; a plain text file is needed."),
        (
            b"PK\x03\x04 [Content_Types].xml word/document.xml",
            "file-1.txt is a Word document; a plain text file",
        ),
        (b"\x89PNG\r\n\x1a\n", "file-1.txt is a picture (PNG); a plain text file is needed."),
    ],
)
def test_a_file_without_a_format_is_refused_in_a_sentence(data: bytes, error: str) -> None:
    previewed = preview(make_project(), data, text_format="detect")
    assert previewed.state == Job.State.FAILED
    assert previewed.error.startswith(error)


@pytest.mark.parametrize("text_format", ["tmx", "xliff", "tsv", "jsonl"])
def test_a_pdf_is_called_one_whatever_format_was_chosen(text_format: str) -> None:
    previewed = preview(make_project(), b"%PDF-1.7\n", text_format=text_format)
    assert previewed.error.startswith("file-1.txt is a PDF document; ")


def test_another_format_than_the_detected_one_is_named() -> None:
    files = b"<s snum=1>a cat</s>\n", b"<s snum=1>un gatto</s>\n"
    result = preview(make_project(), *files, text_format="moses").result
    assert (result["format"], result["looks_like"]) == ("moses", "naacl")
    assert result["reason"].startswith("Each line is <s snum=")
    assert result["counts"]["pairs"] == 1


def test_one_file_for_two_is_refused_with_the_number_of_files() -> None:
    with pytest.raises(DomainError, match="A text is one file, or two files, one for each language"):
        preview(make_project(), b"a", b"b", b"c", text_format="detect")


def test_swapped_languages_are_noticed_and_swapped_back() -> None:
    project = make_project()
    files = (f"{TEXTS['it']}\n".encode(), f"{TEXTS['en']}\n".encode())
    assert preview(project, *files, text_format="moses").result["mixup"] == "swapped"
    mended = preview(project, *files, text_format="moses", is_reversed=True)
    assert mended.result["mixup"] == ""
    confirm(project, mended)
    assert pairs_of(project)[0][1][:2] == ["Il", "gatto"]


def test_a_text_beside_itself_is_noticed() -> None:
    text = f"{TEXTS['it']}\n".encode()
    assert preview(make_project(), text, text, text_format="moses").result["mixup"] == "source"


def test_a_language_without_a_list_is_known_by_the_pairs_of_the_project() -> None:
    project = make_project(source_language="nah", target_language="ay")
    source, target = "mba na li ko tu sa pe", "zor ik um da ne vu"
    for _ in range(100):
        make_pair(project, source, target)
    swapped = f"{target} ||| {source}\n".encode() * 10
    assert preview(project, swapped).result["mixup"] == "swapped"


def test_pairs_that_are_in_the_project_are_told_and_left_out_on_demand() -> None:
    project = make_project()
    confirm(project, preview(project, b"a cat ||| un gatto\nIt's raining. ||| Piove.\n", tokens="words"))
    # The same text split into other tokens is the same text; the same source with another target is not.
    text = b"a cat ||| un gatto\nnew ||| nuovo\nIt's raining. ||| Piove.\na cat ||| una gatta\n"
    previewed = preview(project, text)
    assert previewed.result["repeated"] == {"count": 2, "lines": "1, 3"}
    job = confirm(project, previewed, only_new=True)
    assert job.result["summary"] == ("2 pairs imported; 2 that were in the project already left out; 4 in the project.")
    assert [source for source, _ in pairs_of(project)[2:]] == [["new"], ["a", "cat"]]
    assert identifiers(project) == ["", "", "file-1.txt:2", "file-1.txt:4"]


def test_pairs_that_are_in_the_project_can_come_in_again() -> None:
    project = make_project()
    make_pair(project, "a", "b")
    previewed = preview(project, b"a ||| b\n")
    with pytest.raises(DomainError, match="All pairs of this text are in the project already"):
        confirm(project, previewed, only_new=True)
    assert confirm(project, previewed).result["imported"] == 1


def test_a_pair_that_came_in_since_the_preview_stops_an_import_of_new_ones() -> None:
    project = make_project()
    make_pair(project, "a", "b")
    previewed = preview(project, b"a ||| b\nc ||| d\ne ||| f\n")
    make_pair(project, "c", "d")
    job = confirm(project, previewed, only_new=True)
    assert job.error == "The preview had 2 pairs to import, but now there are 1. Preview the text again."
    assert project.items.count() == 2


def test_control_characters_are_replaced_and_the_line_is_kept_as_id() -> None:
    project = make_project()
    source = "a cat\n\nthe \x1f dog\nlast\x85\n".encode()
    previewed = preview(project, source, b"un gatto\nx\nil cane \x02\nultimo\n", text_format="moses")
    assert previewed.result["replaced"] == {
        "count": 2,
        "lines": "3–4",
        "characters": {"U+0002": 1, "U+001F": 1, "U+0085": 1},
    }
    assert previewed.result["gets_line_numbers"]
    confirm(project, previewed, leave_out_rejected=True)
    assert pairs_of(project)[1:] == [(["the", "\ufffd", "dog"], ["il", "cane", "\ufffd"]), (["last\ufffd"], ["ultimo"])]
    assert identifiers(project) == ["1", "3", "4"]


def test_every_line_comes_in_where_only_characters_are_odd() -> None:
    project = make_project()
    lines = [f"word{number} \x1c and\x7f" for number in range(1, 101)]
    text = "\n".join(lines).encode()
    previewed = preview(project, text, text, text_format="moses")
    assert previewed.result["counts"] == {"pairs": 100, "source_tokens": 300, "target_tokens": 300, "rejected": 0}
    confirm(project, previewed)
    assert identifiers(project) == [str(number) for number in range(1, 101)]


def test_ids_of_a_file_and_pairs_of_a_whole_one_stay_as_they_are() -> None:
    project = make_project()
    confirm(project, preview(project, b"a ||| b\n"))
    table = b"id\tsource\ttarget\nx7\tc\td\x85\n\te\tf\nbad\n".replace(b"\x85", "\x85".encode())
    confirm(project, preview(project, table, text_format="tsv"), leave_out_rejected=True)
    assert identifiers(project) == ["", "x7", "file-1.txt:3"]


def test_target_words_are_asked_for_where_the_detected_format_cannot_mark_them() -> None:
    previewed = preview(make_project(scope="target_words"), FORMATS["bitext"], text_format="detect")
    assert previewed.error == "This project aligns only target words. List them, one per line."


def test_real_text_is_detected_and_new_to_an_empty_project() -> None:
    data = shared("data/alignment/hansards-enfr/enfr.src-tgt").read_bytes()
    project = make_project(source_language="en", target_language="fr")
    result = preview(project, data, text_format="detect").result
    assert (result["format"], result["mixup"], result["repeated"]["count"]) == ("bitext", "", 0)
    assert result["counts"]["rejected"] == 0
    reversed_project = make_project(source_language="fr", target_language="en")
    assert preview(reversed_project, data, text_format="detect").result["mixup"] == "swapped"
