"""Character F1, against counts by hand and against the definition written out character by character."""

import random

from pytest import approx

from evaluation.metrics.error_spans.overlap import Overlap, compare_spans, macro_f1, micro_f1
from evaluation.metrics.error_spans.schemes import ErrorSpan


def mark(start: int, end: int, severity: str = "minor", side: str = "target") -> ErrorSpan:
    return ErrorSpan(side, start, end, "Error", severity)


def test_ten_of_which_five_are_shared_give_one_half() -> None:
    found = compare_spans([mark(0, 10)], [mark(5, 15)])
    assert found == Overlap(5, 10, 10)
    assert (found.precision, found.recall, found.f1) == (0.5, 0.5, 0.5)


def test_another_severity_is_half_a_match() -> None:
    assert compare_spans([mark(0, 10, "major")], [mark(0, 10)]).f1 == 0.5
    assert compare_spans([mark(0, 4, "critical")], [mark(0, 4, "major")]).f1 == 1


def test_nobody_marking_anything_is_agreement_and_one_alone_is_none() -> None:
    assert compare_spans([], []).f1 == 1
    assert compare_spans([mark(0, 3)], []).f1 == compare_spans([], [mark(0, 3)]).f1 == 0


def test_omissions_and_neutral_marks_do_not_count() -> None:
    assert compare_spans([mark(0, 3, side="source")], [mark(2, 9, "neutral")]) == Overlap(0.0, 0, 0)


def test_averages_weigh_characters_or_translations() -> None:
    overlaps = [Overlap(0, 90, 10), Overlap(0, 0, 0)]
    assert micro_f1(overlaps) == 0
    assert macro_f1(overlaps) == 0.5
    assert micro_f1([]) is macro_f1([]) is None


def by_definition(first: list[ErrorSpan], second: list[ErrorSpan], length: int) -> tuple[float, int, int]:
    matched, one, other = 0.0, 0, 0
    for place in range(length):
        counts = [
            [
                sum(each.start <= place < each.end and each.severity == severity for each in spans)
                for severity in ("minor", "major")
            ]
            for spans in (first, second)
        ]
        (minor, major), (their_minor, their_major) = counts
        one, other = one + minor + major, other + their_minor + their_major
        matched += min(minor, their_minor) + min(major, their_major)
        left = max(0, minor - their_minor) + max(0, major - their_major)
        right = max(0, their_minor - minor) + max(0, their_major - major)
        matched += min(left, right) / 2
    return matched, one, other


def test_overlapping_marks_of_all_kinds_follow_the_definition() -> None:
    chance = random.Random(5)
    for _ in range(200):
        first, second = (
            [
                mark(start, start + chance.randint(1, 9), chance.choice(["minor", "major"]))
                for start in (chance.randint(0, 30) for _ in range(chance.randint(0, 5)))
            ]
            for _ in range(2)
        )
        found = compare_spans(first, second)
        assert (found.matched, found.first, found.second) == by_definition(first, second, 40)
        assert found.f1 == approx(compare_spans(second, first).f1)
