"""Parallel text row by row: a bad row costs itself, an unusable file says so."""

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair, Rejected, tokenise_pair


def read(name, *files):
    """Read lines of files."""
    return list(PARALLEL_FORMATS[name].read(*files))


def texts(rows):
    return [(row.identifier, row.source, row.target) if isinstance(row, Pair) else row.reason for row in rows]


def test_moses_pairs_lines():
    assert read("moses", ["a black cat", "b"], ["kuro neko", "c"]) == [
        Pair(None, "a black cat", "kuro neko", None, None, 1),
        Pair(None, "b", "c", None, None, 2),
    ]


@pytest.mark.parametrize(("source", "target", "file"), [("a", "ab", "source"), ("ab", "a", "target")])
def test_moses_files_of_different_length_are_refused(source, target, file):
    with pytest.raises(FormatError) as caught:
        read("moses", source, target)
    assert (caught.value.file, caught.value.line) == (file, 2)


@pytest.mark.parametrize(
    ("source", "target"), [("ab", "ab "), ("ab", ["a", "b", "", " \t", "\u00a0"]), ("ab  ", "ab ")]
)
def test_blank_lines_at_the_end_of_either_file_do_not_count(source, target):
    assert texts(read("moses", source, target))[-1] == (None, "b", "b")


def test_blank_lines_inside_are_rejected_in_their_place():
    rows = read("moses", ["a", "", "b", "c"], ["x", " ", "y", ""])
    assert texts(rows) == [
        (None, "a", "x"), "The line is blank.", (None, "b", "y"), "The target side is empty."
    ]  # fmt: skip
    assert [row.line for row in rows] == [1, 2, 3, 4]


@pytest.mark.parametrize(("name", "row"), [("bitext", "a ||| x"), ("jsonl", '{"source": "a", "target": "x"}')])
def test_blank_lines_of_one_file_are_named_inside_and_do_not_count_at_the_end(name, row):
    assert texts(read(name, [row, "", row, "", " "])) == [(None, "a", "x"), "The line is blank.", (None, "a", "x")]


def test_bitext_needs_one_separator():
    rows = read("bitext", ["a black cat ||| kuro neko", "no separator", "a ||| b ||| c", "a |||  "])
    assert texts(rows) == [
        (None, "a black cat", "kuro neko"),
        "The row has “|||” 0 times; exactly one is required.",
        "The row has “|||” 2 times; exactly one is required.",
        "The target side is empty.",
    ]


def test_jsonl_takes_texts_or_tokens():
    rows = read(
        "jsonl",
        [
            '{"id": "113", "source": "a b", "target": "c"}',
            '{"id": 4, "source_tokens": ["a\u00a0b", "c"], "target_tokens": ["d"]}',
        ],
    )
    assert rows == [
        Pair("113", "a b", "c", None, None, 1),
        Pair("4", "a\u00a0b c", "d", ("a\u00a0b", "c"), ("d",), 2),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
        ('{"source": "a"}', "no target text"),
        ('{"source": "a", "target": 3}', "no target text"),
        ('{"id": true, "source": "a", "target": "b"}', "id must be text"),
        ('{"id": "", "source": "a", "target": "b"}', "id must have 1 to"),
        ('{"source": "a", "target": "b", "source_tokens": [1]}', "tokens must be a list of strings."),
        ('{"source": "a", "target": "b", "source_tokens": ["a b"]}', "token is empty or contains a space."),
        ('{"source": "a", "target": "b", "source_tokens": []}', "0 tokens"),
        ('{"source": "a\\u0000", "target": "b"}', "control character U+0000"),
        ('{"source": "a\\ud800", "target": "b"}', "is not valid text in this encoding."),
    ],
)
def test_bad_json_rows_are_rejected_one_by_one(line, reason):
    bad, good = read("jsonl", [line, '{"source": "a", "target": "b"}'])
    assert isinstance(bad, Rejected)
    assert reason in bad.reason
    assert isinstance(good, Pair)


def test_naacl_sentences_carry_their_number():
    source = ["<s snum=0001>mr. speaker ,</s>", "<s snum=2>a</s>", "<s snum=3>a</s>", "plain"]
    target = ["<s snum=0001> monsieur</s>", "<s snum=0002>b</s>", "<s snum=4>b</s>", "plain"]
    assert texts(read("naacl", source, target)) == [
        ("1", "mr. speaker ,", "monsieur"),
        ("2", "a", "b"),
        "Sentence 3 is paired with sentence 4.",
        "The row is not of the form <s snum=1>text</s>.",
    ]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "The source side is empty."),
        (" \t", "The source side is empty."),
        ("\u00a0", "The source side is empty."),
        ("a\x00b", "The source side contains the control character U+0000."),
        ("caf\udce9", "The source side is not valid text in this encoding."),
        ("x" * 1_000_001, "The line is longer than 1 MB."),
        ("é" * 600_000, "The line is longer than 1 MB."),
    ],
)
def test_text_that_cannot_be_kept_is_rejected(source, reason):
    (row,) = read("moses", [source], ["b"])
    assert row.reason == reason
    assert row.line == 1
    row.text.encode()  # an excerpt can be shown and stored
    assert len(row.text) <= 80


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("moses", (["a\x85 \x1f b"], ["c\x01"])),
        ("naacl", (["<s snum=1>a\x85 \x1f b</s>"], ["<s snum=1>c\x01</s>"])),
        ("bitext", (["a\x85 \x1f b ||| c\x01"],)),
        ("jsonl", (['{"source": "a\\u0085 \\u001f b", "target": "c\\u0001"}'],)),
    ],
)
def test_control_characters_are_replaced_one_for_one_and_told(name, lines):
    (pair,) = read(name, *lines)
    assert (pair.source, pair.target, pair.replaced) == ("a\ufffd \ufffd b", "c\ufffd", "\x01\x1f\x85")
    assert pair.reversed().replaced == pair.replaced


def test_control_characters_in_tokens_are_replaced_too():
    (pair,) = read("jsonl", ['{"source_tokens": ["a\\u0085"], "target_tokens": ["\\u001f"]}'])
    assert (pair.source_tokens, pair.target_tokens) == (("a\ufffd",), ("\ufffd",))


def test_byte_order_marks_and_tabs_do_not_matter():
    assert read("moses", ["\ufeffcasa\ufeff "], ["\thouse"]) == [Pair(None, "casa", "house", None, None, 1)]


def test_sides_of_200_tokens_fit_and_of_201_do_not():
    fits = tokenise_pair(Pair(None, "a " * 200, "b", None, None, 5), "it", "en", "spaces")
    assert len(fits.source_tokens) == 200
    rejected = tokenise_pair(Pair(None, "a", "b " * 201, None, None, 5), "it", "en", "spaces")
    assert rejected.reason == "The target side has 201 tokens; 1 to 200 are allowed."
    assert rejected.line == 5


def test_tokens_of_the_file_are_kept():
    pair = Pair(None, "a b", "c", ("a\u00a0b",), None, 1)
    assert tokenise_pair(pair, "it", "en", "words").source_tokens == ("a\u00a0b",)


def test_jsonl_says_which_words_are_to_be_aligned():
    text = '{"source_tokens": ["a", "cat"], "target_tokens": ["un", "gatto"], "source_target_words": [1, 1]}'
    (row,) = read("jsonl", [text])
    assert (row.source_target_words, row.target_target_words) == ((1,), None)
    assert row.reversed().target_target_words == (1,)


@pytest.mark.parametrize("words", ["[2]", "[-1]", "[true]", "[0.5]", '"0"', "{}"])
def test_target_words_that_point_nowhere_cost_their_row(words):
    text = f'{{"source_tokens": ["a", "cat"], "target": "gatto", "source_target_words": {words}}}'
    (row,) = read("jsonl", [text])
    assert row.reason == "The source target words must be a list of indices of source tokens, from 0."


def test_target_words_without_tokens_cost_their_row():
    (row,) = read("jsonl", ['{"source": "a cat", "target": "gatto", "source_target_words": [1]}'])
    assert "but no source tokens" in row.reason
