"""Exports of annotation tools give their sentences with marks, wherever the tool counts from."""

import json

import pytest

from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument, fit_mark
from annotation_site.texts.marked_texts.registry import MARKED_FORMATS, find_marked_format, unpack_marked
from tests.annotation_site.texts.marked_texts import examples


def read(*files, tool=None):
    """Return documents and rejected rows of files given as text or bytes, with a name if it matters."""
    named = [each if isinstance(each, tuple) else (f"f{place}", each) for place, each in enumerate(files)]
    documents = unpack_marked([(data.encode() if isinstance(data, str) else data, name) for name, data in named])
    found = find_marked_format(documents)
    assert found is not None
    assert tool in (None, found.name)
    return list(found.read(documents))


def marks(document):
    """Return the marks of each sentence as label and words."""
    return [[(mark.label, mark.words_in(each.text)) for mark in each.marks] for each in document.split()]


def test_label_studio_counts_in_utf_16_and_lines_are_sentences():
    (document,) = read(examples.label_studio(examples.ANNOTATION), tool="label-studio")
    assert (document.name, document.annotator) == ("7", "3")
    first, second = document.split()
    assert (first.text, first.marks) == ("😀 A cash cow.", (Mark("NC", ((4, 12),)),))
    assert (second.text, second.marks) == ("He spilled all the beans.", ())


def test_label_studio_may_count_code_points_too_and_may_leave_out_the_words():
    for found in (examples.region(4, 12, "cash cow"), examples.region(4, 12), examples.region(5, 13)):
        (document,) = read(examples.label_studio({**examples.ANNOTATION, "result": [found]}))
        assert marks(document) == [[("NC", "cash cow")], []]


def test_skipped_annotations_and_predictions_are_left_out_and_each_annotator_has_their_own():
    who = {"id": 4, "email": "bea@example.org"}
    second = {"completed_by": who, "result": [{"type": "relation", "from_id": "r", "to_id": "r"}]}
    skipped = {"completed_by": 5, "was_cancelled": True, "result": [examples.region(0, 2)]}
    found = read(examples.label_studio(examples.ANNOTATION, second, skipped))
    assert [(each.annotator, len(each.marks)) for each in found] == [("3", 1), ("bea@example.org", 0)]


def test_a_mark_that_fits_nowhere_is_rejected_by_its_words():
    wrong = {**examples.ANNOTATION, "result": [examples.region(1, 4, "cash cow"), examples.region(5, 13, "cash cow")]}
    rejected, document = read(examples.label_studio(wrong))
    assert rejected.reason == "Task 7: the mark “cash cow” is not at the place that the file gives for it."
    assert marks(document)[0] == [("NC", "cash cow")]


@pytest.mark.parametrize("text", [examples.JSON_MIN, examples.CSV], ids=["json_min", "csv"])
def test_the_short_forms_of_label_studio_are_read(text):
    (document,) = read(text, tool="label-studio")
    assert (document.annotator, marks(document)) == ("3", [[("NC", "cash cow")]])


@pytest.mark.parametrize("text", [examples.DOCCANO, examples.DOCCANO_RELATIONS], ids=["spans", "relations"])
def test_doccano_has_a_text_a_line(text):
    documents = read(text, tool="doccano")
    assert marks(documents[0]) == [[("NC", "cash cow")]]
    assert [each.marks for each in documents[1:]] in ([], [()])


def test_doccano_names_annotators_by_their_files_and_may_be_an_array():
    found = read(examples.packed(ada__jsonl=examples.DOCCANO, bea__jsonl=examples.DOCCANO))
    assert [each.annotator for each in found] == ["ada", "ada", "bea", "bea"]
    rows = [json.loads(line) for line in examples.DOCCANO.splitlines()]
    assert len(read(json.dumps(rows, indent=1), tool="doccano")) == 2


def test_brat_comes_as_two_files_or_a_zip_with_discontinuous_marks():
    pair = [("d.txt", examples.BRAT_TEXT), ("d.ann", examples.BRAT_MARKS)]
    for files in (pair, pair[::-1], [examples.packed(x___d__txt=examples.BRAT_TEXT, x___d__ann=examples.BRAT_MARKS)]):
        (document,) = read(*files, tool="brat")
        assert document.marks[0].spans == ((3, 10), (15, 24))
        assert marks(document) == [[("Idiom", "spilled the beans")], [("NC", "cash cow")]]


def test_brat_names_annotators_by_their_folders_if_they_share_documents():
    text = examples.BRAT_TEXT
    found = read(
        examples.packed(ada___d__txt=text, ada___d__ann=examples.BRAT_MARKS, bea___d__txt=text, bea___d__ann="")
    )
    assert [(each.annotator, len(each.marks)) for each in found] == [("ada", 2), ("bea", 0)]


def test_brat_without_its_text_says_what_is_missing():
    with pytest.raises(FormatError, match=r"^d\.ann: The text of these marks, d\.txt, is missing\."):
        read(("d.ann", examples.BRAT_MARKS))


def test_brat_marks_of_another_text_are_rejected():
    rejected, second, document = read(("d.txt", "Something else."), ("d.ann", examples.BRAT_MARKS))
    assert rejected.reason == "d.ann: T1 marks “spilled the beans”, which is not at that place of the text."
    assert (isinstance(second, Rejected), document.marks) == (True, ())


def test_webanno_has_multi_token_stacked_and_bare_marks_with_lemmas():
    (document,) = read(("w.tsv", examples.WEBANNO), tool="webanno-tsv")
    first, second = document.split()
    assert first.text == "He let 😊 her down ."
    assert set(first.marks) == {
        Mark("VPC", ((3, 6), (13, 17)), "let down"),
        Mark("LVC", ((3, 6),), "let"),
        Mark("Bare", ((3, 8),), "let 😊"),
    }
    assert marks(document)[1] == [("NC", "cash"), ("Bare", ".")]
    assert second.text == "A cash-cow ."


def test_webanno_of_a_project_has_a_file_for_each_annotator():
    data = examples.packed(
        annotation___one__txt___ada__tsv=examples.WEBANNO, annotation___one__txt___bea__tsv=examples.WEBANNO
    )
    assert [(each.name, each.annotator) for each in read(data)] == [("one.txt", "ada"), ("one.txt", "bea")]


def test_webanno_without_a_layer_of_marks_is_refused():
    text = "#FORMAT=WebAnno TSV 3.2\n#T_SP=de.x.type.pos.POS|PosValue\n\n\n#Text=A\n1-1\t0-1\tA\tDT\t\n"
    with pytest.raises(FormatError, match="There is no layer of marks, only parts of speech, lemmas or relations"):
        read(text)


def test_a_mark_across_lines_keeps_them_together_and_places_stay():
    document = MarkedDocument("d", 1, "one two\nthree\nfour", "", (Mark("X", ((4, 13),)), Mark("Y", ((14, 18),))))
    first, second = document.split()
    assert (first.text, first.marks) == ("one two three", (Mark("X", ((4, 13),)),))
    assert (second.text, second.marks) == ("four", (Mark("Y", ((0, 4),)),))


@pytest.mark.parametrize(
    ("spans", "covered", "expected"),
    [
        ([(2, 10)], ["cash cow"], ((2, 10),)),
        ([(2, 11)], ["cash cow "], ((2, 10),)),
        ([(2, 10)], ["other"], None),
        ([(9, 60)], [], None),
        ([(5, 5)], [], None),
    ],
)
def test_marks_are_trimmed_and_checked(spans, covered, expected):
    assert fit_mark("A cash cow !", spans, covered) == expected


def test_bytes_are_recognised():
    assert fit_mark("Žluťoučký kůň", [(14, 19)], ["kůň"]) == ((10, 13),)


@pytest.mark.parametrize(
    "text",
    [
        '{"compound": "cash cow", "sentences": [{"text": "A cash cow.", "spans": [[2, 10]]}]}',
        '{"source": "A cash cow.", "expressions": [{"label": "x", "source_spans": [[2, 10]]}]}',
        '{"text": "fine", "label": ["positive"]}',
        "compound\tsentence\ncash cow\tA cash cow.\n",
        "T1 is a name\n",
        '[{"compound": "cash cow", "class": "NC"}]',
    ],
)
def test_tables_and_our_own_files_are_no_exports(text):
    assert find_marked_format({"f": text.encode()}) is None


def test_every_tool_has_an_example():
    given = [examples.JSON_MIN, examples.DOCCANO, examples.BRAT_MARKS, examples.WEBANNO, examples.CONLL]
    found = {find_marked_format({"f": text.encode()}) for text in given}
    assert {each.name for each in found if each} == set(MARKED_FORMATS)


@pytest.mark.parametrize("separator", [" ", "\t"])
def test_tags_of_tokens_are_marks_of_their_sentences(separator):
    first, second = read(("news.conll", examples.CONLL.replace(" ", separator)), tool="conll")
    assert (first.name, first.line, first.text) == ("news, line 3", 3, "He spilled the beans .")
    assert marks(first) == [[("VID", "spilled the beans")]]
    assert (second.line, second.text, marks(second)) == (9, "# 1", [[]])


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-X I-X B-X O", ["a b", "c"]),
        ("I-X I-X I-Y O", ["a b", "c"]),
        ("B-X E-X S-X O", ["a b", "c"]),
        ("B-X L-X U-X I-X", ["a b", "c d"]),
        ("B-X O I-X O", ["a", "c"]),
    ],
)
def test_every_scheme_of_tags_gives_the_same_marks(tags, expected):
    text = "".join(f"{token}\t{tag}\n" for token, tag in zip("abcd", tags.split(), strict=True))
    (sentence,) = read(text, tool="conll")
    assert [mark.words_in(sentence.text) for mark in sentence.marks] == expected


def test_a_line_without_a_tag_is_rejected_and_a_list_of_words_is_no_export():
    rejected, sentence = read("a\tB-X\nb\tO\nc\tO\n" * 80 + "no tag\n")
    assert isinstance(rejected, Rejected) and rejected.line == 241
    assert len(sentence.marks) == 80
    for text in (
        "O O B-X\nO O O I-X O\nO B-X I-X\nO O\n",
        "a\tO\nb\tO\nc\tO\n",
        "source\ttarget\na cat\tB-X\n",
        "a b\n",
        "O\nB-X\nI-X\nO\n",
    ):
        assert find_marked_format({"t": text.encode()}) is None
