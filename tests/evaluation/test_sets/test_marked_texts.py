"""Exports of annotation tools as segments of a test set."""

import pytest

from alignment.formats import FormatError
from evaluation.test_sets.files import MarkedText, holds_marks, read_marks
from tests.annotation_site.texts.marked_texts import examples

BRAT = examples.packed(d__txt=examples.BRAT_TEXT, d__ann=examples.BRAT_MARKS)


def write(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def test_each_sentence_is_a_segment_with_its_marks(tmp_path):
    path = write(tmp_path, "a.json", examples.label_studio(examples.ANNOTATION))
    assert holds_marks(path)
    first, second = read_marks(path)
    assert first.source == "😀 A cash cow."
    assert first.expressions == (MarkedText("cash cow", ((4, 12),), expression_class="idiomatic"),)
    assert (second.source, second.expressions) == ("He spilled all the beans.", ())


@pytest.mark.parametrize(
    ("name", "data", "labels"),
    [
        ("d.jsonl", examples.DOCCANO, ["cash cow"]),
        ("b.zip", BRAT, ["spilled the beans", "cash cow"]),
        ("w.tsv", examples.WEBANNO, ["let", "let down", "let 😊", "cash", "."]),
        ("l.csv", examples.CSV, ["cash cow"]),
    ],
)
def test_every_tool_gives_expressions_by_lemmas_or_words(tmp_path, name, data, labels):
    segments = list(read_marks(write(tmp_path, name, data)))
    assert [each.label for segment in segments for each in segment.expressions] == labels


def test_a_label_that_is_no_class_is_the_category(tmp_path):
    (idiom,) = next(read_marks(write(tmp_path, "b.zip", BRAT))).expressions
    verb = next(read_marks(write(tmp_path, "w.tsv", examples.WEBANNO))).expressions[1]
    assert (idiom.expression_class, idiom.category, verb.expression_class, verb.category) == (
        "idiomatic",
        "",
        "",
        "VPC",
    )


def test_annotators_who_disagree_are_named_and_those_who_agree_are_one(tmp_path):
    same = {**examples.ANNOTATION, "completed_by": 4}
    assert len(list(read_marks(write(tmp_path, "a.json", examples.label_studio(examples.ANNOTATION, same))))) == 2
    other = {"completed_by": 4, "result": []}
    path = write(tmp_path, "b.json", examples.label_studio(examples.ANNOTATION, other))
    with pytest.raises(FormatError, match=r"“7” was marked in different ways by 3 and 4\. Export the marks of one"):
        list(read_marks(path))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", "source,label\nA cash cow.,cash cow\n"),
        ("a.jsonl", '{"source": "x", "expressions": []}'),
        ("a.tsv", ""),
    ],
)
def test_tables_are_no_exports(tmp_path, name, data):
    assert not holds_marks(write(tmp_path, name, data))
