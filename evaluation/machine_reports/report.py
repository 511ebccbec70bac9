"""Report on one machine: people with each other and with it, over all items and by group; the alternative annotator
test; its answers to items whose answer is known. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from evaluation.machine_reports.alternative_annotator import EPSILON, AlternativeTest, Scores, run_alternative_test
from evaluation.machine_reports.comparison import RESAMPLES, SEED, ComparedGroup
from evaluation.machine_reports.judgements import JudgedUnit, compare_judgements, name_main_figure, score_judgements
from evaluation.machine_reports.links import LinkedPair, compare_links
from evaluation.machine_reports.links import score_instances as score_links
from evaluation.machine_reports.ratings import RatedUnit, compare_ratings
from evaluation.machine_reports.ratings import score_instances as score_ratings

REPORT_JOB = "machine_report"
ALL = "all"
Report = dict[str, Any]
Tell = Callable[[int, int], None]
_Unit = TypeVar("_Unit")
# Sentences by their number of words, and words by how often they stand in the text of the project.
LENGTHS = (1, 11, 21, 41)
FREQUENCIES = (1, 2, 6, 51)


@dataclass(frozen=True, slots=True)
class KnownAnswers:
    """The machine on items whose answer is known: their number, and its agreement with what is known by name."""

    items: int
    figures: Mapping[str, float | None]


def name_stretch(starts: Sequence[int], value: int) -> str:
    """Return the stretch that a number lies in: `1–10`, `41–`; the first one for a number below all."""
    index = max(sum(start <= value for start in starts) - 1, 0)
    if index == len(starts) - 1:
        return f"{starts[index]}–"
    last = starts[index + 1] - 1
    return f"{starts[index]}" if last == starts[index] else f"{starts[index]}–{last}"


def list_stretches(starts: Sequence[int]) -> list[str]:
    """Return the names of all stretches in order."""
    return [name_stretch(starts, start) for start in starts]


def report_links(
    pairs: Sequence[LinkedPair],
    parts: Mapping[str, Sequence[LinkedPair]],
    *,
    epsilon: float = EPSILON,
    known: KnownAnswers | None = None,
    tell: Tell = lambda done, total: None,
) -> Report:
    """Return the report on links: all pairs, pairs by length, and `parts` of readings by name."""
    by_length = _group(pairs, lambda pair: name_stretch(LENGTHS, pair.length))
    total = 1 + len(by_length) + len(parts)
    groups = [compare_links(ALL, pairs)]
    tell(1, total)
    for name in list_stretches(LENGTHS):
        if name in by_length:
            groups.append(compare_links(f"length {name}", by_length[name]))
            tell(len(groups), total)
    for name, part in parts.items():
        groups.append(compare_links(name, part, with_chance=False))
        tell(len(groups), total)
    return _report_to_json(groups, "both", score_links(pairs), epsilon, known)


def report_ratings(
    units: Sequence[tuple[RatedUnit, Sequence[str]]],
    *,
    epsilon: float = EPSILON,
    known: KnownAnswers | None = None,
    tell: Tell = lambda done, total: None,
) -> Report:
    """Return the report on ratings: all units, and those of each group that they are named with."""
    groups = _compare_groups(units, compare_ratings, tell)
    return _report_to_json(groups, "alpha_ordinal", score_ratings(unit for unit, _ in units), epsilon, known)


def report_judgements(
    units: Sequence[tuple[JudgedUnit, Sequence[str]]],
    method: str,
    *,
    epsilon: float = EPSILON,
    known: KnownAnswers | None = None,
    tell: Tell = lambda done, total: None,
) -> Report:
    """Return the report on the judgements of one judging round, by groups as of ratings."""
    groups = _compare_groups(units, lambda name, part: compare_judgements(name, part, method), tell)
    scores = score_judgements([unit for unit, _ in units], method)
    return _report_to_json(groups, name_main_figure(method), scores, epsilon, known)


def _split_numbers(name: str) -> list[tuple[int, str]]:
    """Return a sort key by which 1–10 comes before 11–20."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split("([0-9]+)", name)]


def _compare_groups(
    units: Sequence[tuple[_Unit, Sequence[str]]], compare: Callable[[str, Sequence[_Unit]], ComparedGroup], tell: Tell
) -> list[ComparedGroup]:
    """Return what compares all units, then those of each group that they are named with."""
    grouped: dict[str, list[_Unit]] = {}
    for unit, names in units:
        for name in names:
            grouped.setdefault(name, []).append(unit)
    groups = [compare(ALL, [unit for unit, _ in units])]
    for name, part in sorted(grouped.items(), key=lambda named_units: _split_numbers(named_units[0])):
        tell(len(groups), 1 + len(grouped))
        groups.append(compare(name, part))
    return groups


def _report_to_json(
    groups: Sequence[ComparedGroup],
    main: str,
    scores: Mapping[str, Scores],
    epsilon: float,
    known: KnownAnswers | None,
) -> Report:
    """Return the report as JSON; `main` is the figure by which groups are compared."""
    return {
        "main": main,
        "resamples": RESAMPLES,
        "seed": SEED,
        "groups": [group.to_json() for group in groups if group.items],
        "alternative": _test_to_json(run_alternative_test(scores, epsilon=epsilon)),
        "known": None if known is None else {"items": known.items, "figures": dict(known.figures)},
    }


def _test_to_json(test: AlternativeTest) -> Report:
    return {
        "epsilon": test.epsilon,
        "winning_rate": test.winning_rate.value,
        "advantage": test.advantage.value,
        "reason": test.winning_rate.reason,
        "passes": test.passes,
        "annotators": [
            {
                "annotator": row.annotator,
                "instances": row.instances,
                "advantage": row.advantage,
                "annotator_advantage": row.annotator_advantage,
                "p": row.p,
                "method": row.method,
                "is_rejected": row.is_rejected,
            }
            for row in test.annotators
        ],
    }


def _group(pairs: Iterable[LinkedPair], name: Callable[[LinkedPair], str]) -> dict[str, list[LinkedPair]]:
    pairs_by_group: dict[str, list[LinkedPair]] = {}
    for pair in pairs:
        pairs_by_group.setdefault(name(pair), []).append(pair)
    return pairs_by_group
