"""Every shape of a test set with every fault: one sentence that names file and line, and nothing stored."""

import io

import pytest
from openpyxl import Workbook

from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.linguistic_annotation.models import LinguisticAnnotation
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.test_sets.services import confirm_test_set
from tests.evaluation.translated import request_preview, run
from tests.factories import make_project

pytestmark = pytest.mark.django_db

Files = dict[str, tuple[str, str | bytes]]
BINARY = b"GARB9a\x00\x01\x02"
HUGE = "x" * 1_000_001
FAULTS = ("binary", "huge line", "empty", "wrong columns", "wrong line count", "span outside")
CHOSEN = {"source": "source", "reference": "reference", "label": "label", "spans": "spans"}
HEAD = ["source", "reference", "label", "spans"]
ROW = ["He broke the ice.", "Ha rotto il ghiaccio.", "break the ice", "[(3, 16)]"]
OUTSIDE = [*ROW[:3], "[(3, 99)]"]
LEAVES = "The span (3, 99) is not inside the sentence, which has 17 characters."
NOT_TEXT = "The file is not text."
TOO_LONG = "The line is longer than 1 MB."
LONG_CELL = "The table cannot be read: a cell is longer than 131,072 characters"


def table(delimiter: str, *rows: list[str]) -> str:
    # No cell of these holds a quote; the spans hold a comma.
    return "".join(delimiter.join(f'"{cell}"' if "," in cell else cell for cell in row) + "\n" for row in rows)


def workbook(*rows: list[str]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def cell(number: int, form: str, lemma: str, mark: str = "*", space: str = "_") -> str:
    return f"{number}\t{form}\t{lemma}\tX\t_\t_\t0\t_\t_\t{space}\t{mark}\n"


CUPT = cell(1, "He", "he") + cell(2, "broke", "break", "1:VID") + cell(3, "ice", "ice", "1", "SpaceAfter=No") + "\n"
FLAT = '{"source": "He broke the ice.", "reference": "x", "label": "break", "spans": "%s"}\n'
OBJECT = '{"source": "He broke the ice.", "references": ["x"], "expressions": [{"label": "b", "source_spans": %s}]}\n'
LINE, SPAN_LINE, TRANSLATED = "He broke the ice.\n", "break the ice\t[(3, 16)]\n", "Ha rotto il ghiaccio.\n"
SPANS_MISREAD = "is not an expression, a tab and spans such as [(35, 48)]."
ENDS = "The file ends before this line, but s.txt has more lines."


def one(name: str, data: str | bytes) -> Files:
    return {"table": (name, data)}


def lines(**files: str | bytes) -> Files:
    named = {"source": "s.txt", "spans": "s.spans", "reference_spans": "r.spans", "alignment": "s.align"}
    return {part: (named[part], data) for part, data in {"source": LINE, **files}.items()}


# Shape, fault: the files, the references, and the sentence; None where the shape cannot have the fault.
CASES: dict[tuple[str, str], tuple[Files, list[str], str] | None] = {
    ("tsv", "binary"): (one("t.tsv", BINARY), [], "t.tsv, line 1: " + NOT_TEXT),
    ("tsv", "huge line"): (one("t.tsv", table("\t", HEAD, ROW) + HUGE), [], "t.tsv, line 3: " + LONG_CELL),
    ("tsv", "empty"): (one("t.tsv", ""), [], "t.tsv is empty."),
    ("tsv", "wrong columns"): (
        one("t.tsv", table("\t", HEAD, ROW, [*ROW, "x"])), [], "t.tsv, line 3: The row has 5 cells, but the header"
    ),
    ("tsv", "wrong line count"): (one("t.tsv", table("\t", HEAD)), [], "t.tsv: The table has no rows."),
    ("tsv", "span outside"): (one("t.tsv", table("\t", HEAD, ROW, OUTSIDE)), [], "t.tsv, line 3: " + LEAVES),
    ("csv", "binary"): (one("t.csv", BINARY), [], "t.csv, line 1: " + NOT_TEXT),
    ("csv", "huge line"): (one("t.csv", table(",", HEAD, ROW) + HUGE), [], "t.csv, line 3: " + LONG_CELL),
    ("csv", "empty"): (one("t.csv", ""), [], "t.csv is empty."),
    ("csv", "wrong columns"): (
        one("t.csv", table(",", HEAD, ROW, [*ROW, "x"])), [], "t.csv, line 3: The row has 5 cells, but the header"
    ),
    ("csv", "wrong line count"): (one("t.csv", table(",", HEAD)), [], "t.csv: The table has no rows."),
    ("csv", "span outside"): (one("t.csv", table(",", HEAD, ROW, OUTSIDE)), [], "t.csv, line 3: " + LEAVES),
    ("xlsx", "binary"): (one("t.xlsx", BINARY), [], "t.xlsx: The file is not a workbook (xlsx, xls or ods)"),
    ("xlsx", "huge line"): None,  # a cell of a workbook holds 32,767 characters
    ("xlsx", "empty"): (one("t.xlsx", workbook()), [], "t.xlsx: The table has no rows."),
    ("xlsx", "wrong columns"): (one("t.xlsx", workbook(["a"], ["b"])), [], "There is no column “source”."),
    ("xlsx", "wrong line count"): (one("t.xlsx", workbook(HEAD)), [], "t.xlsx: The table has no rows."),
    ("xlsx", "span outside"): (one("t.xlsx", workbook(HEAD, ROW, OUTSIDE)), [], "t.xlsx, line 3: " + LEAVES),
    ("flat jsonl", "binary"): (one("t.jsonl", BINARY), [], "t.jsonl, line 1: " + NOT_TEXT),
    ("flat jsonl", "huge line"): (one("t.jsonl", FLAT % "" + HUGE), [], "t.jsonl, line 2: " + TOO_LONG),
    ("flat jsonl", "empty"): (one("t.jsonl", ""), [], "t.jsonl is empty."),
    ("flat jsonl", "wrong columns"): None,  # what an object lacks is missing
    ("flat jsonl", "wrong line count"): None,  # any number of objects is a table
    ("flat jsonl", "span outside"): (one("t.jsonl", FLAT % "[(3, 99)]"), [], "t.jsonl, line 1: " + LEAVES),
    ("jsonl", "binary"): (
        one("t.jsonl", (OBJECT % "[]").encode() + BINARY), [], "t.jsonl, line 2: " + NOT_TEXT
    ),
    ("jsonl", "huge line"): (one("t.jsonl", OBJECT % "[]" + HUGE), [], "t.jsonl, line 2: " + TOO_LONG),
    ("jsonl", "empty"): (
        one("t.jsonl", '{"source": " ", "references": []}'), [], "t.jsonl, line 1: There is no text under “source”."
    ),
    ("jsonl", "wrong columns"): (
        one("t.jsonl", OBJECT % '"3-16"'), [], "t.jsonl, line 1: “source_spans” is not a list such as [[35, 48]]."
    ),
    ("jsonl", "wrong line count"): None,  # every line is whole
    ("jsonl", "span outside"): (one("t.jsonl", OBJECT % "[[3, 99]]"), [], "t.jsonl, line 1: " + LEAVES),
    ("lines", "binary"): (lines(source=BINARY), [], "s.txt, line 1: " + NOT_TEXT),
    ("lines", "huge line"): (lines(source=LINE + HUGE), [], "s.txt, line 2: " + TOO_LONG),
    ("lines", "empty"): (lines(source=""), [], "s.txt is empty."),
    ("lines", "wrong columns"): None,  # a line has none
    ("lines", "wrong line count"): (lines(source=LINE * 2), [TRANSLATED], "reference.txt, line 2: " + ENDS),
    ("lines", "span outside"): None,  # it has none
    ("spans", "binary"): (lines(source=LINE * 3, spans=BINARY), [], "s.spans, line 1: " + NOT_TEXT),
    ("spans", "huge line"): (lines(spans=HUGE), [], "s.spans, line 1: " + TOO_LONG),
    ("spans", "empty"): (lines(spans=""), [], "s.spans is empty."),
    ("spans", "wrong columns"): (lines(spans="no tab\n"), [], f"s.spans, line 1: “no tab” {SPANS_MISREAD}"),
    ("spans", "wrong line count"): (lines(source=LINE * 2, spans=SPAN_LINE), [], "s.spans, line 2: " + ENDS),
    ("spans", "span outside"): (lines(spans="b\t[(3, 99)]\n"), [], "s.spans, line 1: " + LEAVES),
    ("reference spans", "binary"): (
        lines(source=LINE * 3, reference_spans=BINARY), [TRANSLATED * 3], "r.spans, line 1: " + NOT_TEXT
    ),
    ("reference spans", "huge line"): (lines(reference_spans=HUGE), [TRANSLATED], "r.spans, line 1: " + TOO_LONG),
    ("reference spans", "empty"): (lines(reference_spans=""), [TRANSLATED], "r.spans is empty."),
    ("reference spans", "wrong columns"): (
        lines(reference_spans=SPAN_LINE), [], "r.spans, line 1: Spans in the reference need a reference."
    ),
    ("reference spans", "wrong line count"): (
        lines(reference_spans=SPAN_LINE * 2), [TRANSLATED],
        "s.txt, line 2: The file ends before this line, but r.spans has more lines.",
    ),
    ("reference spans", "span outside"): (
        lines(reference_spans="b\t[(3, 99)]\n"), [TRANSLATED], "r.spans, line 1: The span (3, 99) is not inside"
    ),
    ("links", "binary"): (
        lines(source=LINE * 3, spans=SPAN_LINE * 3, alignment=BINARY), [TRANSLATED * 3], "s.align, line 1: " + NOT_TEXT
    ),
    ("links", "huge line"): (lines(spans=SPAN_LINE, alignment=HUGE), [TRANSLATED], "s.align, line 1: " + TOO_LONG),
    ("links", "empty"): (lines(spans=SPAN_LINE, alignment=""), [TRANSLATED], "s.align is empty."),
    ("links", "wrong columns"): (
        lines(spans=SPAN_LINE, alignment="0:0\n"), [TRANSLATED], "s.align, line 1: “0:0” is not a link;"
    ),
    ("links", "wrong line count"): (
        lines(source=LINE * 2, spans=SPAN_LINE * 2, alignment="0-0\n"), [TRANSLATED * 2], "s.align, line 2: " + ENDS
    ),
    ("links", "span outside"): (
        lines(spans=SPAN_LINE, alignment="0-4\n"), [TRANSLATED],
        "s.align, line 1: The link 0-4 is outside the reference, which has 4 words. Words are counted from 0.",
    ),
    ("cupt", "binary"): ({"source": ("s.cupt", BINARY)}, [], "s.cupt, line 1: " + NOT_TEXT),
    ("cupt", "huge line"): ({"source": ("s.cupt", CUPT + HUGE)}, [], "s.cupt, line 5: " + TOO_LONG),
    ("cupt", "empty"): ({"source": ("s.cupt", "# nothing\n")}, [], "s.cupt: The file is empty."),
    ("cupt", "wrong columns"): (
        {"source": ("s.cupt", CUPT + "1\ttwo\n")}, [],
        "s.cupt, line 5: A CoNLL-U word line needs 10 columns; this one has 2.",
    ),
    ("cupt", "wrong line count"): (
        {"source": ("s.cupt", CUPT)}, [TRANSLATED * 2],
        "s.cupt: The file ends before sentence 2, but reference.txt has more lines.",
    ),
    ("cupt", "span outside"): (
        {"source": ("s.cupt", CUPT.replace("1:VID", "VID:1"))}, [],
        "s.cupt, line 2: “VID:1” of the word “broke” is no code such as 1:VID or 1. Correct the column PARSEME:MWE.",
    ),
}  # fmt: skip
SHAPES = tuple(dict.fromkeys(shape for shape, _ in CASES))


def test_no_shape_is_without_a_fault():
    assert set(CASES) == {(shape, fault) for shape in SHAPES for fault in FAULTS}


@pytest.mark.parametrize(("shape", "fault"), [case for case, told in CASES.items() if told])
def test_a_fault_is_told_in_one_sentence_and_nothing_is_stored(shape, fault):
    case = CASES[shape, fault]
    assert case is not None
    files, references, sentence = case
    project = make_project()
    with pytest.raises(DomainError) as refused:
        preview = run(request_preview(project, files, references), preview_test_set)
        columns = CHOSEN if "table" in preview.result else {}
        run(
            confirm_test_set(user=project.created_by, project=project, preview=preview, columns=columns),
            import_test_set,
        )
    assert refused.value.sentence.startswith(sentence), refused.value.sentence
    assert "\n" not in refused.value.sentence
    for model in (TestSet, Segment, Expression, System, LinguisticAnnotation):
        assert not model.objects.exists()
