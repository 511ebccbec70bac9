from collections import Counter
from itertools import chain
from typing import Any

import pytest

from alignment.readings.links import Reading
from alignment.releases.numbers.frequencies import FrequencyTable, frequency_band


def count(texts: list[tuple[str, str]], gold: list[Reading]) -> dict[str, Any]:
    """Return the table of links between words of some pairs."""
    sources, targets = ([text.split() for text in side] for side in zip(*texts, strict=True))
    table = FrequencyTable({"source": Counter(chain(*sources)), "target": Counter(chain(*targets))})
    for source, target, reading in zip(sources, targets, gold, strict=True):
        table.add_links(source, target, reading)
    return table.to_json()


@pytest.mark.parametrize(
    ("frequency", "name"), [(1, "1"), (2, "2-5"), (5, "2-5"), (6, "6-15"), (15, "6-15"), (16, "16+"), (900, "16+")]
)
def test_bands_meet_where_they_say(frequency: int, name: str) -> None:
    assert frequency_band(frequency) == name


def test_links_are_counted_by_the_bands_of_both_words() -> None:
    # "the" occurs twice, everything else once; "il" twice.
    texts = [("the cat", "il gatto"), ("the dog sleeps", "il cane dorme")]
    gold = [Reading({(0, 0): "S", (1, 1): "S", (1, 0): "P"}), Reading({(0, 0): "S", (2, 1): "S", (2, 2): "S"})]
    found = count(texts, gold)
    once, few = 0, 1
    assert found["links"][few][few] == 2  # the – il, twice
    assert found["links"][once][few] == 1  # cat – il, Possible
    assert found["links"][once][once] == 3  # cat – gatto, sleeps – cane, sleeps – dorme
    assert sum(map(sum, found["links"])) == 6
    source = found["source"][once]
    assert (source["types"], source["tokens"], source["sure_links"], source["words_with_sure"]) == (3, 3, 3, 2)
    assert source["fertility"] == 1.5  # cat one, sleeps two; dog has none and does not count
    assert found["source"][3]["fertility"] is None


def test_a_word_without_counterpart_counts_in_its_band() -> None:
    found = count([("a", "b b")], [Reading({}, frozenset([0]), frozenset([1]))])
    assert found["source"][0]["unaligned"] == 1
    assert found["target"][1]["unaligned"] == 1
    assert found["target"][0]["tokens"] == 0
