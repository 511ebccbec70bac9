"""The selection against one written by hand without streaming."""

import math
import statistics
from collections import Counter
from dataclasses import replace

import pytest

from alignment.formats.parallel.pairs import Pair
from alignment.selection import FrequencyBand, Selection, SelectionSettings, Selector, parse_bands
from annotation_site.texts.faults import FormatError
from tests.alignment.selection.corpora import Text, make_rows, make_vocabularies

SOURCE, TARGET = make_vocabularies()
PAIRS = 4_000


@pytest.fixture(scope="module")
def text() -> Text:
    return Text(make_rows(PAIRS))


def choose(text: Text, settings: SelectionSettings) -> tuple[Selection, list[Pair]]:
    selector = Selector(text.open, (str.split, str.split), (SOURCE, TARGET), settings)
    selection = selector.select()
    return selection, list(selector.read_chosen(selection))


def brute_force(text: Text, *, mark: range = range(11), skip: str = "") -> dict[int, tuple[list[int], list[int]]]:
    """Return target words by line, as the paper says it: no histogram, no strata, lists in memory."""
    pairs = [(pair.line, pair.source.split(), pair.target.split()) for pair in text.pairs]

    def bounds(lengths: list[int]) -> tuple[int, int]:
        allowed = 0.05 * len(lengths)
        low = max(n for n in set(lengths) if sum(length < n for length in lengths) <= allowed)
        high = min(n for n in set(lengths) if sum(length > n for length in lengths) <= allowed)
        return low, high

    source, target = bounds([len(row[1]) for row in pairs]), bounds([len(row[2]) for row in pairs])
    inside = [row for row in pairs if source[0] <= len(row[1]) <= source[1] and target[0] <= len(row[2]) <= target[1]]
    logs = [math.log(len(row[2]) / len(row[1])) for row in inside]
    middle = statistics.median_low(logs)
    reach = 3.5 * 1.4826 * statistics.median_low([abs(log - middle) for log in logs])
    low, high = round(math.exp(middle - reach), 4), round(math.exp(middle + reach), 4)
    found = {}
    for line, *sides in inside:
        if not low <= len(sides[1]) / len(sides[0]) <= high:
            continue
        words = ([], [])
        chosen = False
        for places, tokens, vocabulary in zip(words, sides, (SOURCE, TARGET), strict=True):
            for place, token in enumerate(tokens):
                frequency = vocabulary.frequencies.get(token, 0)
                if frequency in mark and token not in skip.split():
                    places.append(place)
                    chosen = chosen or frequency <= 10
        if chosen:
            found[line] = words
    return found


def as_lines(chosen: list[Pair]) -> dict[int, tuple[list[int], list[int]]]:
    return {p.line: (list(p.source_target_words or ()), list(p.target_target_words or ())) for p in chosen}


def test_pairs_and_target_words_are_those_found_by_hand(text: Text) -> None:
    selection, chosen = choose(text, SelectionSettings())
    expected = brute_force(text)
    assert 500 < len(expected) < PAIRS
    assert as_lines(chosen) == expected
    assert selection.chosen.pairs == len(expected)


def test_words_of_a_further_band_are_marked_but_choose_no_pair(text: Text) -> None:
    _, chosen = choose(text, SelectionSettings(mark_also=parse_bands("11-15")))
    expected = brute_force(text, mark=range(16))
    assert as_lines(chosen) == expected
    assert expected.keys() == brute_force(text).keys()
    assert expected != brute_force(text)


def test_punctuation_and_numbers_are_no_target_words_on_request(text: Text) -> None:
    settings = SelectionSettings(skip_punctuation=True, skip_numbers=True)
    _, chosen = choose(text, settings)
    expected = brute_force(text, skip="« , 12 3,5")
    assert as_lines(chosen) == expected
    assert expected != brute_force(text)


def test_every_pair_is_counted_once(text: Text) -> None:
    selection, chosen = choose(text, SelectionSettings(size=100))
    assert sum(selection.left_out.values()) + len(chosen) == PAIRS
    assert set(selection.left_out) == {
        "rejected", "source_length", "target_length", "ratio", "no_rare_word", "not_sampled"
    }  # fmt: skip


def test_coverage_and_target_words_are_counted_as_by_hand(text: Text) -> None:
    selection, chosen = choose(text, SelectionSettings())
    told = selection.to_json()
    for stage, pairs in (("corpus", text.pairs), ("chosen", chosen)):
        words = Counter(SOURCE.frequencies.get(word, 0) for pair in pairs for word in pair.source.split())
        assert told[stage]["source"]["coverage"] == [words[n] for n in range(16)]
        assert told[stage]["source"]["tokens"] == words.total()
        lengths = Counter(len(pair.target.split()) for pair in pairs)
        assert told[stage]["target"]["lengths"] == [list(row) for row in sorted(lengths.items())]
    marked = [TARGET.frequencies.get(p.target.split()[i], 0) for p in chosen for i in p.target_target_words or ()]
    assert told["target_words"]["target"] == [marked.count(0), sum(1 <= n <= 10 for n in marked)]


def test_a_sample_keeps_the_shares_of_its_strata_and_is_the_same_again(text: Text) -> None:
    everything, _ = choose(text, SelectionSettings())
    settings = SelectionSettings(size=200, seed=7)
    selection, chosen = choose(text, settings)
    assert len(chosen) == 200
    assert as_lines(chosen) == as_lines(choose(text, SelectionSettings.from_json(settings.to_json()))[1])
    assert as_lines(chosen) != as_lines(choose(text, replace(settings, seed=8))[1])
    assert set(selection.numbers) < set(everything.numbers)
    total = sum(selection.eligible.values())
    taken = Counter(_stratum(pair) for pair in chosen)
    for stratum, count in selection.eligible.items():
        assert abs(taken[stratum] - count * 200 / total) < 1


def _stratum(pair: Pair) -> tuple[int | None, int | None]:
    sides = ((pair.source, pair.source_target_words, SOURCE), (pair.target, pair.target_target_words, TARGET))
    rarest = [
        min((min(v.frequencies.get(text.split()[i], 0), 1) for i in words or ()), default=None)
        for text, words, v in sides
    ]
    return rarest[0], rarest[1]


def test_given_bounds_replace_those_of_the_text(text: Text) -> None:
    settings = SelectionSettings(source_lengths=(3, 9), target_lengths=(2, 400), ratios=(0.5, 2))
    selection, chosen = choose(text, settings)
    assert selection.bounds.to_json() == {"source": [3, 9], "target": [2, 200], "ratios": [0.5, 2]}
    assert {len(pair.source_tokens or ()) for pair in chosen} == set(range(3, 10))


def test_without_a_training_text_of_one_side_only_the_other_chooses(text: Text) -> None:
    selector = Selector(text.open, (str.split, str.split), (SOURCE, None), SelectionSettings())
    chosen = list(selector.read_chosen(selector.select()))
    assert chosen
    assert all(pair.source_target_words and pair.target_target_words == () for pair in chosen)


def test_folded_words_are_looked_up_folded(text: Text) -> None:
    shouted = Text([pair._replace(source=pair.source.upper()) for pair in text.pairs])
    folded, _ = choose(shouted, SelectionSettings(fold_case=True))
    assert folded.numbers == choose(Text(text.pairs), SelectionSettings())[0].numbers


def test_a_text_that_changed_meanwhile_is_an_error(text: Text) -> None:
    shrinking = Text(text.rows)
    selector = Selector(shrinking.open, (str.split, str.split), (SOURCE, TARGET), SelectionSettings())
    selection = selector.select()
    shrinking.rows = shrinking.rows[:100]
    with pytest.raises(FormatError, match="changed while it was being read"):
        list(selector.read_chosen(selection))


def test_progress_is_told_over_all_three_passes(text: Text) -> None:
    told: list[int] = []
    selector = Selector(text.open, (str.split, str.split), (SOURCE, TARGET), SelectionSettings(), told.append)
    list(selector.read_chosen(selector.select()))
    assert told == list(range(2_000, 3 * PAIRS + 1, 2_000))


@pytest.mark.parametrize(
    "wrong",
    [
        {"length_tail": 0.5},
        {"ratio_spread": 0},
        {"source_lengths": (9, 3)},
        {"choose": ()},
        {"choose": (FrequencyBand(16, None),)},
        {"mark_also": (FrequencyBand(5, 20),)},
        {"size": 0},
    ],
)
def test_settings_without_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        SelectionSettings(**wrong)  # type: ignore[arg-type]
