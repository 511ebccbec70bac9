"""Small readings worked out by hand, and the three annotators of RTE2 to the published digits."""

from collections import Counter
from functools import reduce
from itertools import combinations
from operator import add

import pytest

from alignment.coefficients.agr import LinkItems, PairCounts, agr, count_pair, link_items
from alignment.formats import ALIGNMENT_FORMATS, open_text
from alignment.readings.links import Reading
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from tests.alignment.agreement.confusion import label_confusion
from tests.shared_data import shared

ANNA = Reading({(0, 0): "S", (1, 1): "S", (2, 2): "P"}, frozenset({3}), frozenset({3, 4}))
BERT = Reading({(0, 0): "S", (1, 1): "P", (2, 2): "P", (3, 3): "P"}, frozenset(), frozenset({4}))


def test_counts_of_one_pair():
    assert count_pair(ANNA, BERT) == PairCounts(3, 4, 3, 2, 2, 1, 1, 1, 3, 1, 3, 1, 1, 1, 0)


def test_counts_add_up():
    once = count_pair(ANNA, BERT)
    assert (once + once).both_any == 6
    assert once + PairCounts() == once


@pytest.mark.parametrize(("flavour", "expected"), [("any", 6 / 7), ("both", 4 / 7), ("sure", 2 / 3), ("possible", 0.5)])
def test_four_flavours(flavour, expected):
    assert agr(count_pair(ANNA, BERT), flavour).value == pytest.approx(expected)


def test_unaligned_tokens_count_only_when_asked_for():
    counts = count_pair(ANNA, BERT)
    assert agr(counts, "any", count_unaligned=True).value == pytest.approx(8 / 11)
    assert agr(counts, "sure", count_unaligned=True) == agr(counts, "sure")


def test_agreement_on_nothing_is_undefined_with_a_reason():
    figure = agr(count_pair(Reading({(0, 0): "S"}), Reading({(0, 0): "S"})), "possible")
    assert figure.value is None
    assert figure.reason == "Neither annotator has a Possible link."


def test_confusion_holds_labels_and_absence():
    assert label_confusion(ANNA, BERT) == {("S", "S"): 1, ("S", "P"): 1, ("P", "P"): 1, ("N", "P"): 1}


def test_items_are_drawn_links_and_tokens_someone_left_alone():
    items = link_items([ANNA, BERT], 4)
    # 0-0 S S, 1-1 S P, 2-2 P P, 3-3 N P, 3-null N N
    assert items == LinkItems(CategorySums(2, 5, 3.0, {"S": 3, "P": 4, "N": 3}), Counter({2: 2, 1: 3}))


def test_items_anchored_in_the_target_see_its_null_tokens():
    items = link_items([ANNA, BERT], 5, anchor="target")
    assert items.sums.items == 4 + 2  # target tokens 3 (one left it alone) and 4 (both did)


def test_artificial_null_token_is_an_item_of_its_own():
    without, with_null = (link_items([ANNA, BERT], 4, artificial_null=flag) for flag in (False, True))
    assert with_null.sums.items == without.sums.items + 2  # NULL-3 S N, NULL-4 S S
    assert with_null.sums.labels == {"S": 6, "P": 4, "N": 4}
    bare = [Reading({(0, 0): "S"})] * 2
    assert link_items(bare, 1, artificial_null=True).sums.items == 2


def test_a_single_reading_agrees_with_nobody():
    assert fleiss_kappa([link_items([ANNA], 4).sums]).value is None


@pytest.fixture(scope="module")
def rte2():
    names = {name: shared(f"data/alignment/rte2-three-annotators/RTE2_test_{name}.align.txt") for name in "ABC"}
    read = {}
    for name, path in names.items():
        with path.open("rb") as file:
            read[name] = list(ALIGNMENT_FORMATS["giza-sp"].read(open_text(file, "utf-8")))
    return read


RTE2_AGR = {
    "AB": (0.8310, 0.8056, 0.9389, 0.4077),
    "AC": (0.8346, 0.8106, 0.9387, 0.4217),
    "BC": (0.9862, 0.9820, 0.9961, 0.9457),
}


def test_rte2_agr_for_every_pair_of_annotators(rte2):
    for first, second in combinations("ABC", 2):
        pairs = zip(rte2[first], rte2[second], strict=True)
        counts = reduce(add, (count_pair(a.reading, b.reading) for a, b in pairs))
        figures = [round(agr(counts, flavour).value, 4) for flavour in ("any", "both", "sure", "possible")]
        assert tuple(figures) == RTE2_AGR[first + second]


def test_rte2_differences_of_a_and_b(rte2):
    pairs = zip(rte2["A"], rte2["B"], strict=True)
    confusion = reduce(add, (label_confusion(a.reading, b.reading) for a, b in pairs))
    assert confusion["S", "N"] + confusion["P", "N"] == 926
    assert confusion["N", "S"] + confusion["N", "P"] == 1648
    assert confusion["S", "P"] + confusion["P", "S"] == 193


def test_rte2_labels_of_every_annotator(rte2):
    counted = {}
    for name, sentences in rte2.items():
        labels = Counter(label for sentence in sentences for label in sentence.reading.links.values())
        null = sum(len(s.reading.unaligned_source) + (not s.reading.unaligned_target) for s in sentences)
        counted[name] = labels["S"], labels["P"], null
    assert counted == {"A": (5690, 1564, 2204), "B": (5719, 2257, 2237), "C": (5728, 2197, 2225)}


def test_rte2_fleiss_kappa_and_items(rte2):
    items = reduce(
        add,
        (
            link_items([each.reading for each in row], len(row[0].source_tokens), artificial_null=True)
            for row in zip(*rte2.values(), strict=True)
        ),
    )
    assert items.sums.items == 11438
    assert items.majorities == {3: 8089, 2: 3326, 1: 23}
    assert round(fleiss_kappa([items.sums]).value, 5) == 0.72887
    assert nominal_alpha([items.sums]).value == pytest.approx(fleiss_kappa([items.sums]).value, abs=1e-4)
