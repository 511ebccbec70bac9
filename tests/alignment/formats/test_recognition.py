"""Candidates for the format of a file, with reasons, and questions where it does not show."""

from time import process_time

import pytest

from alignment.formats import detect_file_encoding, detect_format, open_text
from alignment.formats.convert_files import detect_file
from alignment.formats.recognition import find_candidate
from tests.shared_data import shared


def names(text, lengths=()):
    return [candidate.name for candidate in detect_format(text.split("\n"), lengths).candidates]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1-0 2-1\n\n0-0", "pharaoh"),
        ("2-2 19p25 20p24", "talp"),
        ("ep-1\t2-2 19p25", "talp"),
        ("0-0 0?17 1-1", "question"),
        ("0-0S 11-20P", "suffix"),
        ("1-2:S", "suffix"),
        ("a b\tc d\t1-0 1-1", "xl-wa"),
        ("18 3 4 S 0.97\n18 3 0", "naacl"),
        ("# Sentence pair (1) source length 1 target length 1\na\nNULL ({ }) b ({ 1 })", "giza"),
        ("# sentence pair 1\na\nNULL ({ / / }) b ({ p1 / / })", "giza-sp"),
        ("4 1\n37 0\n0 31", "blinker"),
        ("113\tit_en\tsys1\t1\tSure alignment\t4-2 4-3\t5", "mt-equal"),
        ('{"id": "113", "sure": "3-0"}', "jsonl"),
        ('{"source": "a", "target": "b"}', "jsonl"),
        ("a black cat ||| un gatto nero", "bitext"),
        ("un gatto\ta cat", "table"),
        ("id\tsource\ttarget\n1\ta\tb", "table"),
        ("<s snum=0001>mr. speaker</s>", "naacl"),
        ('<?xml version="1.0"?>\n<tmx version="1.4">', "tmx"),
        ('<!-- x --><xliff version="2.0">', "xliff"),
        ("just a sentence .\nand another", "moses"),
    ],
)
def test_each_format_is_known_by_a_literal_line(text, name):
    found = detect_format(text.split("\n"))
    assert [candidate.name for candidate in found.candidates] == [name]
    assert all(candidate.reason.endswith(".") for candidate in found.candidates)


@pytest.mark.parametrize(
    "line",
    [
        "1-1 " * 20_000 + "x",
        "1-1x" * 20_000,
        "a\tb\tc\t1\td\t" + "11-11" * 20_000 + "x",
        "1 1 1" + " 1" * 20_000,
        " " * 100_000 + "x",
        "\t" * 100_000,
        "<s snum" + " " * 100_000,
        "# sentence pair" + " " * 100_000,
        "x ({ 1 }) " * 20_000,
    ],
)
def test_hostile_lines_are_looked_at_in_no_time(line):
    before = process_time()
    detect_format([line] * 3)
    find_candidate([line] * 3, "links")
    find_candidate([line] * 3, "text")
    # Of this process's own; what grew with the square of a line would take minutes.
    assert process_time() - before < 5


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["0-0", "x", "1-1"], "pharaoh"),
        (["0p0", "x", "1-1"], "talp"),
        (["1 1 1 S", "x", "2 1 1"], "naacl"),
        (['{"sure": "0-0"}', "x", '{"sure": ""}'], "jsonl"),
        (["a\tb\t0-0", "x", "c\td\t0-0"], "xl-wa"),
        (["just", "two lines"], None),
        (["0-0", "a sentence"], None),
    ],
)
def test_some_faulty_lines_do_not_hide_a_format_of_links(lines, name):
    found = find_candidate(lines, "links")
    assert (found and found.name) == name


def test_nothing_fits_an_empty_file():
    assert detect_format(["", " "]).questions == ("The file is empty. Choose its format.",)
    assert detect_format(["<html>"]).questions == ("No format matches. Choose one.",)


@pytest.mark.parametrize(
    ("line", "lengths", "base"),
    [
        ("0-1", (), 0),
        ("1-2", (), None),
        ("1-2", [(4, 4)], None),
        ("1-4", [(4, 4)], 1),
        ("0-4", [(4, 4)], None),
    ],
)
def test_base_shows_or_is_asked_for(line, lengths, base):
    found = detect_format([line], lengths)
    assert found.candidates[0].base == base
    assert ("Are words counted from 0 or from 1?" in found.questions) == (base is None)


@pytest.mark.parametrize(
    ("line", "lengths", "is_reversed"),
    [
        ("0-5", [(3, 6)], False),
        ("5-0", [(3, 6)], True),
        ("0-0", [(3, 6)], None),
        ("0-0", (), None),
        ("0-9", [(3, 6)], None),
    ],
)
def test_direction_shows_or_is_asked_for(line, lengths, is_reversed):
    found = detect_format([line], lengths)
    assert found.candidates[0].is_reversed is is_reversed
    assert any("source word first" in question for question in found.questions) == (is_reversed is None)


def test_only_the_beginning_is_looked_at():
    def endless():
        while True:
            yield "0-0"

    assert detect_format(endless()).candidates[0].name == "pharaoh"


@pytest.mark.parametrize(
    ("path", "name", "base"),
    [
        ("hansards-enfr/enfr.gold", "talp", 1),
        ("hansards-enfr/fastalign/test.enfr.union.talp", "pharaoh", 0),
        ("hansards-enfr/enfr.awesome-align.out", "pharaoh", 0),
    ],
)
def test_real_links_show_their_base_beside_their_texts(path, name, base):
    lengths = []
    with shared("data/alignment/hansards-enfr/enfr.src-tgt").open("rb") as file:
        for line in open_text(file, detect_file_encoding(file)):
            source, target = line.split(" ||| ")
            lengths.append((len(source.split()), len(target.split())))
    with shared(f"data/alignment/{path}").open("rb") as file:
        found = detect_format(open_text(file, "utf-8"), lengths)
    assert (found.candidates[0].name, found.candidates[0].base) == (name, base)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("rte2-three-annotators/RTE2_test_A.align.txt", "giza-sp"),
        ("xl-wa-enit/dev.tsv", "xl-wa"),
        ("blinker-sample/A1", "blinker"),
        ("blinker-sample/A1/samp1.SentPair0", "blinker"),
        ("hansards-enfr/enfr.src-tgt", "bitext"),
    ],
)
def test_real_files_are_known(path, name):
    found = detect_file(str(shared(f"data/alignment/{path}")))
    assert [candidate.name for candidate in found.candidates] == [name]


def test_an_id_before_a_pair_with_bars_makes_no_table():
    assert detect_format(["1\ta ||| x", "2\tb ||| y"]).candidates[0].name == "bitext"
