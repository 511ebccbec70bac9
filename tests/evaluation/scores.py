"""Score tables for tests."""

import csv
from collections.abc import Sequence

import numpy as np

from idiomaticity.results.score_table import NO_SCORE, ScoreTable
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale
from tests.shared_data import shared

# Item, scale, annotator, score.
Given = tuple[int, str, str, int]


def table_of(*given: Given, days: Sequence[int] | None = None, scale: ScoreScale = PAPER_SCALE) -> ScoreTable:
    """One row for each item and annotator, in the order of their first score."""
    rows: dict[tuple[int, str], list[int]] = {}
    for item, asked, annotator, score in given:
        rows.setdefault((item, annotator), [NO_SCORE] * len(SCALES))[SCALES.index(asked)] = score
    names = dict(enumerate(sorted({each[2] for each in given})))
    places = {name: place for place, name in names.items()}
    days = days or [738_000] * len(rows)
    listed = [(item, places[who], day, *scores) for ((item, who), scores), day in zip(rows.items(), days, strict=True)]
    return make_score_table(listed, names, scale)


def make_score_table(
    rows: Sequence[tuple[int, ...]], names: dict[int, str], scale: ScoreScale = PAPER_SCALE
) -> ScoreTable:
    """Return a table of rows: item, annotator, day, and a score for each scale."""
    table = np.array(rows, dtype=np.int64).reshape(-1, 3 + len(SCALES))
    columns = table[:, 0], table[:, 1], table[:, 2].astype(np.int32), table[:, 3:].astype(np.int8)
    return ScoreTable.from_columns([columns], names, scale)


def make_table(
    items: int, annotators: int, ratings: int, seed: int = 1, scales: int = 3, scale: ScoreScale = PAPER_SCALE
) -> ScoreTable:
    """Scores that scatter about one for each item, some missing."""
    random = np.random.default_rng(seed)
    rows = []
    last = len(scale.values) - 1
    middle = random.integers(0, last + 1, (items, 3))
    for item in range(items):
        for annotator in random.choice(annotators, ratings, replace=False):
            places = np.clip(middle[item] + random.integers(-2, 3, 3), 0, last)
            scores = scale.lowest + places * scale.step
            scores[random.random(3) < 0.1] = NO_SCORE
            scores[scales:] = NO_SCORE
            rows.append((item, int(annotator), 738_000 + len(rows) // 40, *map(int, scores)))
    random.shuffle(rows)
    return make_score_table(rows, {place: f"A{place}" for place in range(annotators)}, scale)


def long_form(table: ScoreTable, scales: Sequence[str] = SCALES) -> tuple[list[tuple[int, str]], list[str], list[int]]:
    """Units, annotators and values, as `krippendorff_alpha` takes them."""
    units, annotators, values = [], [], []
    for item, annotator, scores in zip(table.item, table.annotator, table.scores, strict=True):
        for scale, score in zip(SCALES, scores, strict=True):
            if scale in scales and score >= 0:
                units.append((int(item), scale))
                annotators.append(table.annotators[annotator])
                values.append(int(score))
    return units, annotators, values


def read_compounds() -> list[dict[str, str]]:
    """Return the scientific compounds' judgements, row by row."""
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, skipinitialspace=True))
