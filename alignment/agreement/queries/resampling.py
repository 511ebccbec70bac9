"""Intervals of agreement on links, from comparisons that are read in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from alignment.agreement.intervals import (
    ITEM_COLUMNS,
    LINK_COLUMNS,
    Ends,
    Floats,
    agr_intervals,
    chance_intervals,
)
from alignment.agreement.queries.figures import name_annotators
from alignment.agreement.queries.link_tables import (
    LinkRow,
    LinkTableSize,
    add_both,
    count_item_table,
    measure_link_table,
    read_item_table,
    read_link_table,
)
from annotation_site.agreement.kinds import Progress
from annotation_site.agreement.plots import MOST_ROWS
from annotation_site.coefficients.resampling import Resampling
from annotation_site.projects.models import Project

RESAMPLES = 1000
SEED = 12345
PIECE = 20_000


def bootstrap_agreement(project: Project, progress: Progress = lambda done, total: None) -> dict[str, Any]:
    """Take 1,000 resamples of sentence pairs for every figure of the page, pooled and for the annotator pairs it plots.

    Comparisons are read in pieces of PIECE, so that memory does not grow with the project. The pass that counts and the
    pass that reads must see the same data: call it in `one_moment`, or where nobody submits.
    """
    size, named = measure_link_table(project), name_annotators(project, MOST_ROWS)
    total = 2 * size.items
    resampled = _LinkResamplings(size, named)
    done = 0
    for rows in _pieces(read_link_table(project)):
        resampled.add(rows)
        done += len({row.item for row in rows})
        progress(done, total)
    chance = _resampling(count_item_table(project), len(ITEM_COLUMNS))
    for table in _batches(read_item_table(project)):
        if chance is not None:
            chance.add(np.array(table, dtype=np.float64))
        done += len(table)
        progress(min(done, total), total)
    return {
        "resamples": RESAMPLES,
        "seed": SEED,
        "units": size.items,
        "pooled": {
            **_end(resampled.pooled, agr_intervals),
            **_end(chance, chance_intervals),
        },
        "target": _end(resampled.target, agr_intervals),
        "annotators": {named[couple]: _end(sampled, agr_intervals) for couple, sampled in resampled.couples.items()},
    }


class _LinkResamplings:
    """The resamples of all figures over links, each from sentence pairs of its own."""

    def __init__(self, size: LinkTableSize, named: Mapping[tuple[int, int], str]) -> None:
        columns = len(LINK_COLUMNS)
        self.pooled = _resampling(size.items, columns)
        self.target = _resampling(size.target_items, columns)
        counted = {couple: _resampling(size.couples.get(couple, 0), columns) for couple in named}
        self.couples = {couple: sampled for couple, sampled in counted.items() if sampled is not None}

    def add(self, rows: Sequence[LinkRow]) -> None:
        """Sample from the next piece, which holds all comparisons of its sentence pairs."""
        table = add_both([row.counts for row in rows])
        items = np.array([row.item for row in rows], dtype=np.int64)
        if self.pooled is not None:
            self.pooled.add(_by_item(items, table))
        targets = [place for place, row in enumerate(rows) if row.target is not None]
        if self.target is not None and targets:
            self.target.add(_by_item(items[targets], add_both([rows[place].target for place in targets])))
        for couple, sampled in self.couples.items():
            sampled.add(table[[place for place, row in enumerate(rows) if row.couple == couple]])


def _resampling(segments: int, columns: int) -> Resampling | None:
    return Resampling(segments, columns, resamples=RESAMPLES, seed=SEED) if segments else None


def _end(sampled: Resampling | None, name: Callable[[Floats], dict[str, Ends]]) -> dict[str, Ends]:
    return {} if sampled is None else name(sampled.sums())


def _pieces(rows: Iterable[LinkRow]) -> Iterator[list[LinkRow]]:
    """Yield comparisons in pieces of PIECE or a few more: those of one sentence pair stay together."""
    piece: list[LinkRow] = []
    for row in rows:
        if len(piece) >= PIECE and piece[-1].item != row.item:
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece


def _batches(rows: Iterable[tuple[float, ...]]) -> Iterator[list[tuple[float, ...]]]:
    left = iter(rows)
    while batch := list(islice(left, PIECE)):
        yield batch


def _by_item(items: Any, rows: Floats) -> Floats:
    """Add up the rows of each sentence pair, which is sampled as a whole with all its readings."""
    found, place = np.unique(items, return_inverse=True)
    sums = np.zeros((len(found), len(LINK_COLUMNS)))
    np.add.at(sums, place, rows)
    return sums
