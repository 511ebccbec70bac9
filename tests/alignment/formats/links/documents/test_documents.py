"""Files of alignment tools come in with their words and links, or one sentence says why not."""

import io
import json

import pytest

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected, choose_format
from alignment.formats.link_rows import read_link_rows
from tests.alignment.formats.links.documents import examples


def read(data: str | bytes, name: str = "", file: str = "upload", **options):
    """Return the rows of a file in the format that it is recognised as, which must be the one named."""
    given = io.BytesIO(data.encode() if isinstance(data, str) else data)
    found = choose_format(given, file, "links").name
    assert found == (name or found)
    return list(read_link_rows(ALIGNMENT_FORMATS[found], given, file, **options))


def words(row):
    return " ".join(row.source_tokens), " ".join(row.target_tokens)


def test_alpheios_xml_has_words_and_references_and_joined_words_stay_one():
    (row,) = read(examples.ALPHEIOS_XML, "alpheios")
    assert (row.identifier, row.number) == ("3", 1)
    assert words(row) == ("il gatto\u00a0nero", "the black cat !")
    assert set(row.reading.links) == {(0, 0), (1, 1), (1, 2)}


def test_alpheios_json_has_segments_and_groups():
    first, second = read(examples.alpheios_json(), "alpheios")
    assert words(first) == ("il gatto", "the black cat")
    assert set(first.reading.links) == {(1, 1), (1, 2)}
    assert (words(second), set(second.reading.links)) == (("sì", "yes"), {(0, 0)})


def test_a_long_export_on_one_line_is_read_whole():
    value = json.loads(examples.alpheios_json())
    value["origin"]["docSource"]["text"] = "x" * 1_200_000
    assert len(read(json.dumps(value, indent=None).replace('"x', '"\\u0078'), "alpheios")) == 2


def test_ugarit_comes_as_xml_and_json_and_several_texts_in_a_zip():
    (row,) = read(examples.ugarit_xml(), "ugarit")
    assert (row.identifier, words(row), set(row.reading.links)) == ("4711", ("gatto", "a cat"), {(0, 1)})
    rows = read(examples.packed(one__xml=examples.ugarit_xml(), two__json=examples.UGARIT_JSON), "ugarit")
    assert [each.identifier for each in rows] == ["4711", "4712"]
    assert {words(each) for each in rows} == {("gatto", "a cat")}


def test_usfm_has_aligned_words_and_says_that_the_original_is_not_there():
    first, second = read(examples.ALIGNED_USFM, "usfm")
    assert (first.identifier, words(first)) == ("TIT 1:1", ("Παῦλος δοῦλος", "Paul , a servant ."))
    assert set(first.reading.links) == {(0, 0), (1, 2), (1, 3)}
    assert (words(second), set(second.reading.links)) == (("ἐπ’ ἐλπίδι", "hoping"), {(0, 0), (1, 0)})
    assert "aligned words only" in ALIGNMENT_FORMATS["usfm"].caveat


@pytest.mark.parametrize("attribute", ["x-content", "x-ugnt"])
def test_usfm_of_older_tools_is_read_as_that_of_newer_ones(attribute):
    older = examples.ALIGNED_USFM.replace(r'"\*\w', '"\n\\w').replace(r'"\*\zaln-s', '"\n\\zaln-s')
    older = older.replace("x-content", attribute)
    assert older.count(r"\*\w") == 0
    assert [(words(row), row.reading.links) for row in read(older, "usfm")] == [
        (words(row), row.reading.links) for row in read(examples.ALIGNED_USFM, "usfm")
    ]


def test_a_verse_without_alignment_is_named_and_needs_the_original():
    text = examples.ALIGNED_USFM.replace(examples.HOPE, "").replace(r"\zaln-e\*\zaln-e\*", "")
    rejected, _ = read(text, "usfm")
    assert rejected.reason.startswith("TIT 1:2 is not aligned yet. Put the original text into the same ZIP")
    _, second = read(examples.packed(en__usfm=text, ugnt__usfm=examples.ORIGINAL_USFM), "usfm")
    assert (words(second), second.reading.links) == (("ἐπ’ ἐλπίδι ζωῆς", "hoping"), {})


def test_usfm_with_its_original_has_all_words_in_their_order():
    first, second = read(examples.packed(en__usfm=examples.ALIGNED_USFM, ugnt__usfm=examples.ORIGINAL_USFM), "usfm")
    assert words(first)[0] == "δοῦλος Παῦλος , δοῦλος"
    assert set(first.reading.links) == {(1, 0), (3, 2), (3, 3)}
    assert words(second)[0] == "ἐπ’ ἐλπίδι ζωῆς"


@pytest.mark.parametrize(
    ("aligned", "reason"),
    [
        (("Παῦλος", "Πέτρος"), "TIT 1:1: “Πέτρος” (occurrence 1) is not in the original text."),
        (("\\v 2 ", "\\v 9 "), "TIT 1:9: this verse is not in the original text."),
        (("servant\\w*\\zaln-e\\*", "servant\\w*"), "TIT 1:1: an alignment that begins here (\\zaln-s) has no end"),
    ],
)
def test_a_verse_that_does_not_fit_is_rejected_and_the_others_are_read(aligned, reason):
    text = examples.ALIGNED_USFM.replace(*aligned)
    rows = read(examples.packed(en__usfm=text, ugnt__usfm=examples.ORIGINAL_USFM))
    rejected = [row for row in rows if isinstance(row, Rejected)]
    assert len(rows) == 2
    assert [each.reason.startswith(reason) for each in rejected] == [True]


def test_scripture_burrito_comes_with_its_tables_of_words():
    first, second = read(examples.BURRITO_ZIP, "burrito")
    assert (first.identifier, words(first)) == ("41001001", ("Ἀρχὴ τοῦ", "The beginning"))
    assert (set(first.reading.links), first.reading.unaligned_source) == ({(0, 0), (0, 1)}, {1})
    assert (words(second), second.confidences) == (("Καθὼς", "As"), {(0, 0): 0.9})


def test_a_rejected_record_is_left_out_and_a_verse_without_records_too():
    records = examples.RECORDS[2:3]
    data = examples.packed(SBLGNT__tsv=examples.SOURCE_WORDS, nt_YLT__tsv=examples.TARGET_WORDS,
                           a__json=examples.burrito(*records, examples.RECORDS[0]))  # fmt: skip
    (row,) = read(data, "burrito")
    assert row.identifier == "41001001"


def test_verses_linked_with_each_other_are_one_pair():
    across = {"source": ["n41001002001"], "target": ["41001003002"]}
    value = {"format": "alignment", "version": "0.4", "groups": [examples.burrito(across)]}
    data = examples.packed(a__json=value, SBLGNT__tsv=examples.SOURCE_WORDS, YLT__tsv=examples.TARGET_WORDS)
    (row,) = read(data, "burrito")
    assert (row.identifier, words(row)) == ("41001002-41001003", ("Καθὼς φωνὴ", "As A voice"))
    assert set(row.reading.links) == {(0, 2)}


def test_positional_references_and_the_older_list_are_read_and_tables_told_apart_by_their_columns():
    positional = {"references": [["n41001001001"], ["41001001002"]]}
    older: list[object] = [{"41001001.1": {"source_ids": ["41001001001"], "target_ids": ["41001001002"]}}]
    for value in (examples.burrito(positional, documents=[]), older):
        data = examples.packed(a__json=value, one__tsv=examples.SOURCE_WORDS, two__tsv=examples.TARGET_WORDS)
        (row,) = read(data, "burrito")
        assert set(row.reading.links) == {(0, 1)}


def test_annotators_of_several_groups_keep_their_names():
    groups = [examples.burrito(examples.RECORDS[0], meta={"creator": who}) for who in ("ada", "bea")]
    data = examples.packed(
        a__json={"format": "alignment", "groups": groups},
        SBLGNT__tsv=examples.SOURCE_WORDS,
        YLT__tsv=examples.TARGET_WORDS,
    )
    assert [(row.number, row.annotator) for row in read(data)] == [(1, "ada"), (1, "bea")]


def test_a_word_in_no_table_rejects_its_record():
    bad = {"source": ["n49001001001"], "target": ["41001001001"]}
    data = examples.packed(SBLGNT__tsv=examples.SOURCE_WORDS, nt_YLT__tsv=examples.TARGET_WORDS,
                           a__json=examples.burrito(bad, examples.RECORDS[0]))  # fmt: skip
    rejected, row = read(data)
    assert rejected.reason == "Record 1 names the word 49001001001, which is in neither table of words."
    assert row.identifier == "41001001"


MISSING = "up.json: This alignment names words by number only. Put it into one ZIP with the tables of the words of both"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (json.dumps(examples.burrito(*examples.RECORDS)), MISSING),
        (examples.ugarit_xml(3), "up.json: The file aligns 3 texts with each other. Export it with two of them."),
        (examples.alpheios_json(("t1", "t2")), "up.json: The file has 2 translations. Export it with one of them."),
        (examples.alpheios_json()[:-20], "up.json, line 1: The JSON is not well-formed here."),
        (examples.ALPHEIOS_XML[:-20], ": The XML is not well-formed here"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><aligned-text/>', "declares a document type or entities"),
        ('<aligned-text></aligned-text>', "up.json: There is no aligned sentence in this file."),
        ('{"alignedText": 1, "targets": [1]}', "is not the JSON that the Alpheios alignment editor writes."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_one_sentence(data, sentence):
    with pytest.raises(FormatError) as refused:
        read(data, file="up.json")
    assert sentence in str(refused.value)


def test_a_side_without_words_rejects_its_pair():
    empty = examples.ALPHEIOS_XML.replace("<text>il</text>", "<text> </text>").replace("gatto nero", "")
    (row,) = read(empty)
    assert row.reason == "3: the source side has no words."


def test_a_reversed_file_is_turned_round():
    (row,) = read(examples.ugarit_xml(), reverse=True)
    assert (words(row), set(row.reading.links)) == (("a cat", "gatto"), {(1, 0)})
