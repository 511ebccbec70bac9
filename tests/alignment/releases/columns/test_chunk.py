"""Columns say of pairs what pure functions say of each: numbers, lines and rows, over readings of every shape."""

import json
from collections import Counter
from contextlib import nullcontext
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from alignment.readings.links import Decision, GoldPolicy, Reading
from alignment.releases.columns.chunk import Chunk, number_rows
from alignment.releases.columns.lines import ChunkLines
from alignment.releases.columns.numbers import add_chunk, add_frequencies
from alignment.releases.columns.tables import list_links, list_pairs
from alignment.releases.contents import PairRow, ReleasedPair, read_released_pairs
from alignment.releases.files import (
    GOLD,
    GOLD_FILES,
    PROVENANCE,
    READINGS,
    TEXTS,
    gold_sentence,
    write_gold_json,
    write_gold_lines,
)
from alignment.releases.numbers.frequencies import FrequencyTable, Side, count_by_frequency
from alignment.releases.numbers.totals import ReleaseNumbers
from alignment.releases.published import LINKS, PAIRS

POLICIES: list[tuple[GoldPolicy, int]] = [("wags", 0), ("och-ney", 1), ("majority", 3)]
DECISIONS: list[Decision] = ["S", "P", "none", "open"]
NAMES = ["A", "B", "C", "D", "E"]


@pytest.mark.parametrize(("policy", "fewest"), POLICIES)
@pytest.mark.parametrize(("has_null_token", "is_full"), [(False, True), (True, False)])
@pytest.mark.parametrize("seed", range(5))
def test_a_chunk_gives_what_each_pair_gives(
    policy: GoldPolicy, fewest: int, has_null_token: bool, is_full: bool, seed: int
) -> None:
    chance = Random(f"{policy} {seed}")
    rows = [make_row(chance, number, fewest) for number in range(1, 60)]
    table = FrequencyTable(count_words(rows))
    numbers, expected = (ReleaseNumbers(policy, has_null_token, is_full=is_full) for _ in range(2))
    texts: dict[str, str] = dict.fromkeys([TEXTS, READINGS, PROVENANCE, GOLD, *GOLD_FILES], "")
    released: dict[str, list[Any]] = {"pairs": [], "links": []}
    for first in range(0, len(rows), 25):
        chunk = Chunk(rows[first : first + 25], policy)
        add_chunk(numbers, chunk)
        add_frequencies(table, chunk)
        lines = ChunkLines(chunk)
        for name, text in lines.write(first + 1).items():
            texts[name] = texts.get(name, "") + text
        for name, columns in (("pairs", list_pairs(chunk, lines)), ("links", list_links(chunk))):
            released[name] += zip(*columns, strict=True)
    golds = []
    for position, pair in enumerate(map(make_pair, rows), start=1):
        origins = pair.origins(policy)
        gold = pair.gold(origins)
        expected.add_gold(pair, gold, origins)
        expected.add_readings(pair)
        golds.append(gold_sentence(position, pair, gold))
        assert texts[PROVENANCE].split("\n")[position - 1] + "\n" == pair.write_origins(origins)
    assert numbers.to_json() == expected.to_json()
    assert texts[GOLD] == "".join(write_gold_json(golds))
    for name in GOLD_FILES:
        assert texts[name] == "".join(write_gold_lines(name, golds))
    assert list(read_released_pairs(lines_of(texts[TEXTS]), lines_of(texts[READINGS]))) == list(map(make_pair, rows))
    assert table.to_json() == count_by_frequency(
        lambda: nullcontext(lines_of(texts[TEXTS])), lambda: nullcontext(lines_of(texts[GOLD]))
    )
    for name, described in (("pairs", PAIRS), ("links", LINKS)):
        assert released[name] == list(described.read_rows(lambda name: iter(lines_of(texts[name]))))


def test_a_reading_is_written_sorted_and_each_link_once() -> None:
    """The rows of readings may come from anywhere: equal readings are equal bytes."""
    reading = {"sure": "2-1 0-0 10-0", "possible": "0-0 1-1 1-1", "unaligned_source": [5, 3], "unaligned_target": []}
    row = PairRow(7, "x", ["w"] * 11, ["w"] * 2, [], [], [("B", None, {}), ("A", 2, reading)], [])
    written = json.loads(ChunkLines(Chunk([row], "wags")).write(1)[READINGS])
    assert list(written["readings"]) == ["A", "B"]
    assert written["readings"]["A"] == {
        "sure": "0-0 2-1 10-0",
        "possible": "1-1",
        "unaligned_source": [3, 5],
        "unaligned_target": [],
        "guideline": 2,
    }


@pytest.mark.parametrize("reading", [{"sure": "0-2"}, {"possible": "1-0"}, {"unaligned_source": [1]}])
def test_what_lies_past_the_end_of_a_sentence_is_no_word_of_the_next_pair(reading: dict[str, Any]) -> None:
    rows = [PairRow(n, str(n), ["a"], ["b", "c"], [], [], [("A", None, reading)], []) for n in (1, 2)]
    with pytest.raises(ValueError, match="past the end"):
        Chunk(rows, "wags")


def test_rows_are_numbered_though_their_columns_hold_more_than_one_number_can() -> None:
    chance = Random(1)
    rows = [tuple(chance.choices(range(3), k=60)) for _ in range(200)] * 2
    numbers, firsts = number_rows([np.array(column) for column in zip(*rows, strict=True)])
    assert [rows[first] for first in firsts[numbers]] == rows
    assert len(firsts) == len(set(rows))


def make_row(chance: Random, number: int, fewest: int) -> PairRow:
    lengths = chance.randint(0, 12), chance.randint(1, 12)
    source, target = ([chance.choice(["the", "cat", "è", "\u2028", '"']) for _ in range(length)] for length in lengths)
    cells = list(product(*map(range, lengths)))
    names = chance.sample(NAMES, chance.randint(fewest, len(NAMES)))
    readings = [(name, chance.choice([1, 2, None]), make_reading(chance, lengths)) for name in names]
    decided = chance.sample(cells, min(len(cells), chance.choice([0, 0, 3])))
    decisions = [(*cell, chance.choice(DECISIONS), chance.random() < 0.5) for cell in decided]
    return PairRow(number, f"pair-{number}", source, target, [0] if source else [], [], readings, decisions)


def make_reading(chance: Random, lengths: tuple[int, int]) -> dict[str, Any]:
    cells = product(*map(range, lengths))
    links = {cell: chance.choice("SSP") for cell in cells if chance.random() < (0.7 if cell[0] == cell[1] else 0.05)}
    marks = [[word for word in range(length) if chance.random() < 0.2] for length in lengths]
    return Reading(links, *map(frozenset, marks)).to_json()


def make_pair(row: PairRow) -> ReleasedPair:
    return ReleasedPair(
        *row[:6],
        readings={name: Reading.from_json(reading) for name, _, reading in row.readings},
        decisions={(source, target): decision for source, target, decision, _ in row.decisions},
        noted=frozenset((source, target) for source, target, _, is_noted in row.decisions if is_noted),
        guidelines={name: version for name, version, _ in row.readings},
    )


def count_words(rows: list[PairRow]) -> dict[Side, Counter[str]]:
    return {
        "source": Counter(word for row in rows for word in row.source_tokens),
        "target": Counter(word for row in rows for word in row.target_tokens),
    }


def lines_of(text: str) -> list[str]:
    return [line + "\n" for line in text.split("\n")[:-1]]


def test_two_of_whose_pairs_nobody_linked_a_word_have_no_agreement_either_way() -> None:
    """A pair that is read by itself leaves an entry without votes, which a chunk does not."""
    one_by_one, chunk = (ReleaseNumbers(POLICIES[0][0], has_null_token=False, is_full=True) for _ in range(2))
    for numbers in (one_by_one, chunk):
        numbers.votes["A", "B"].update({("S", "S"): 3, ("S", None): 1})
    one_by_one.votes["A", "C"].update({})
    assert one_by_one.to_json() == chunk.to_json()
    assert [each["annotators"] for each in chunk.to_json()["agreement"]["pairs"]] == [["A", "B"]]
