"""Reasons to look at a compound, without a database."""

import pytest

from idiomaticity.classes.judged import measure_class_agreement, settle_class
from idiomaticity.classes.polarisation import Doubts, badness, doubt, find_polarisation
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale


@pytest.mark.parametrize(
    ("scores", "is_split"),
    [
        ([0, 0, 5, 5], True),
        ([0, 1, 0, 1, 4, 5, 4, 5], True),
        ([0, 0, 0, 0, 0, 5, 5], True),
        ([0, 1, 2, 3, 4, 5], False),  # evenly spread: 77 % between its halves
        ([2, 2, 3, 3], False),  # apart, but not far
        ([0, 0, 0, 0, 0, 0, 0, 5], False),  # one who strays does not polarise
        ([0, 0, 0, 0, 0, 0, 0, 5, 5], False),  # nor are two of nine
        ([0, 0, 5], False),  # too few raters
        ([3, 3, 3, 3], False),
        ([], False),
    ],
)
def test_polarised_ratings(scores: list[int], is_split: bool) -> None:
    counts = {score: scores.count(score) for score in set(scores)}
    assert (find_polarisation(counts) is not None) is is_split


def test_sides_are_half_of_the_scale_apart() -> None:
    counts = {20: 2, 30: 2, 60: 2, 70: 2}
    assert find_polarisation(counts, ScoreScale(0, 100)) is None
    assert find_polarisation({10: 2, 20: 2, 80: 2, 90: 2}, ScoreScale(0, 100)) is not None


def test_thresholds_follow_the_scale() -> None:
    assert Doubts.on(PAPER_SCALE) == Doubts()
    assert Doubts.on(ScoreScale(1, 7)) == Doubts(0.72, 4, 2.2, 5.8, 4)
    seven = ScoreScale(1, 7)
    known = {"compound_class": "C", "spread": None, "distributions": [], "doubts": Doubts.on(seven), "scale": seven}
    assert doubt(score=3.9, **known) and not doubt(score=4.1, **known)


def test_camps_know_their_sizes_and_means() -> None:
    polarised = find_polarisation({0: 2, 1: 2, 5: 3})
    assert polarised is not None
    assert (polarised.low, polarised.high, polarised.low_mean, polarised.high_mean) == (4, 3, 0.5, 5)
    assert polarised.distance == 4.5


def test_everything_that_speaks_for_a_look_is_said() -> None:
    reasons = doubt(
        compound_class="C",
        score=1.0,
        spread=1.2,
        distributions=[{0: 3, 5: 3}, {1: 4}],
        expert_classes=["C", "NC", "C"],
    )
    assert [reason.kind for reason in reasons] == ["experts", "polarised", "class", "sentences"]
    assert [reason.sentence for reason in reasons] == [
        "Experts disagree: 2 compositional, 1 idiomatic.",
        "Polarised ratings: 3 around 0.0, 3 around 5.0.",
        "Class compositional contradicts score 1.00.",
        "Differences between sentences: spread of means 1.20.",
    ]
    assert badness(reasons) > badness(reasons[1:])


@pytest.mark.parametrize(
    ("name", "score", "contradicts"),
    [("C", 2.5, False), ("C", 2.4, True), ("NC", 2.6, True), ("PC", 0.9, True), ("PC", 4.1, True), ("PC", 3, False),
     ("", 0, False), ("C", None, False)],
)  # fmt: skip
def test_a_class_against_its_score(name: str, score: float | None, contradicts: bool) -> None:
    assert bool(doubt(compound_class=name, score=score, spread=None, distributions=[])) is contradicts


def test_thresholds_can_be_moved() -> None:
    doubts = Doubts(spread_from=0.3, idiomatic_to=0.5)
    reasons = doubt(compound_class="NC", score=1, spread=0.4, distributions=[], doubts=doubts)
    assert {reason.kind for reason in reasons} == {"class", "sentences"}


@pytest.mark.parametrize(
    ("imported", "judgements", "decided", "expected"),
    [
        ("C", ["NC", "NC"], "PC", ("PC", "decision")),
        ("C", ["NC", "NC"], "", ("NC", "experts")),
        ("C", ["NC", "PC"], "", ("", "")),
        ("C", ["NC"], "", ("C", "file")),
        ("", ["NC"], "", ("", "")),
    ],
)
def test_which_class_counts(imported: str, judgements: list[str], decided: str, expected: tuple[str, str]) -> None:
    assert settle_class(imported, judgements, decided) == expected


def test_agreement_of_experts_by_hand() -> None:
    found = measure_class_agreement([{"A": "C", "B": "C"}, {"A": "NC", "B": "NC"}, {"A": "C", "B": "NC"}, {"A": "C"}])
    assert (found.compounds, found.judgements, found.unanimous) == (3, 6, 2)
    # P = 2/3, Pe = 1/2; alpha: Do = 2/6, De = 2·3·3/(6·5).
    assert found.kappa.value == pytest.approx(1 / 3)
    assert found.alpha.value == pytest.approx(1 - (2 / 6) / (18 / 30))
