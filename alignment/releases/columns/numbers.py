"""The counts that a chunk of pairs adds to the numbers of its release."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from alignment.agreement.agr import ABSENT, NULL_CHOSEN, Choices, count_agreeing
from alignment.readings.links import Label
from alignment.releases.columns.chunk import LABELS, Chunk, Integers, Truths, number_rows
from alignment.releases.numbers.frequencies import SIDES, FrequencyTable
from alignment.releases.numbers.totals import ReleaseNumbers, write_absent

_SURE = LABELS.index("S")


def add_chunk(numbers: ReleaseNumbers, chunk: Chunk) -> None:
    """Count text, gold links, readings and agreement of a chunk's pairs."""
    rows, cells = chunk.rows, np.bincount(chunk.pattern_numbers, minlength=len(chunk.patterns)).tolist()
    targets = [sum(len(words) for words in words_of) for words_of in zip(*[row[4:6] for row in rows], strict=True)]
    unaligned = [int(each.sum()) for each in chunk.unaligned]
    undefined = chunk.count_undefined(is_full=numbers.is_full)
    sizes = len(rows), len(chunk.source.words), len(chunk.target.words), *targets, *unaligned, *undefined
    numbers.add_sizes(sizes)
    for pattern, times in zip(chunk.patterns, cells, strict=True):
        numbers.outcomes[pattern.label, pattern.cause, pattern.is_left_open] += times
    names = [tuple([name for name, _, _ in readings]) for readings in chunk.readings]
    numbers.readings.update(names)
    numbers.guidelines.update([version for readings in chunk.readings for _, version, _ in readings])
    _add_agreement(numbers, chunk, names)


def _add_agreement(numbers: ReleaseNumbers, chunk: Chunk, names: Sequence[tuple[str, ...]]) -> None:
    groups = {name: number for number, name in enumerate(dict.fromkeys(names))}
    group_of = np.array([groups[name] for name in names], np.int64)
    found, firsts = number_rows([group_of[chunk.pairs], chunk.pattern_numbers])
    is_compared = chunk.readers > 1
    for times, first in zip(np.bincount(found).tolist(), firsts.tolist(), strict=True):
        if is_compared[pair := chunk.pairs[first]]:
            numbers.votes[names[pair]][chunk.patterns[chunk.pattern_numbers[first]].votes] += times
    # A cell that the adjudicator alone linked is nobody's choice.
    agreeing = np.array([count_agreeing(write_absent(each.votes)) if any(each.votes) else 0 for each in chunk.patterns])
    by_pair = np.bincount(chunk.pairs, agreeing[chunk.pattern_numbers], len(chunk.rows))
    for choices, pairs in _find_null_choices(chunk, artificial_null=numbers.has_null_token):
        raters = len(choices)
        numbers.null_choices[raters][choices] += len(pairs)
        by_pair += count_agreeing(choices) * np.bincount(pairs, minlength=len(chunk.rows))
    for raters, agreements in zip(chunk.readers.tolist(), by_pair.tolist(), strict=True):
        if raters > 1:
            numbers.agreement[raters] += agreements / (raters * (raters - 1))


def _find_null_choices(chunk: Chunk, *, artificial_null: bool) -> Iterator[tuple[Choices, Integers]]:
    """Yield the choices at null items, anchored in the source, of pairs with more than one reading, and their pairs."""
    linked = np.zeros((len(chunk.votes), len(chunk.source.words)), bool)
    readings, cells = np.nonzero(chunk.votes)
    linked[readings, chunk.source_places[cells]] = True
    is_reading = chunk.is_reading(chunk.source.pairs)
    is_item = _in_any(is_reading & ~linked)
    yield from _list_choices(chunk, linked, (NULL_CHOSEN, ABSENT), chunk.source.pairs, is_item)
    if artificial_null:
        marks, pairs = chunk.marks[1], chunk.target.pairs
        yield from _list_choices(chunk, marks, (ABSENT, "S"), pairs, _in_any(marks))
        has_marks = np.zeros((len(chunk.votes), len(chunk.rows)), bool)
        readings, words = np.nonzero(marks)
        has_marks[readings, pairs[words]] = True
        every = np.arange(len(chunk.rows))
        is_item = _in_any(chunk.is_reading(every) & ~has_marks)
        yield from _list_choices(chunk, has_marks, (NULL_CHOSEN, ABSENT), every, is_item)


def _list_choices(
    chunk: Chunk, chosen: Truths, names: tuple[str, str], pairs: Integers, is_item: Truths
) -> Iterator[tuple[Choices, Integers]]:
    """Yield each combination of what readings chose at items, and the pairs of its items."""
    is_item = is_item & (chunk.readers[pairs] > 1)
    pairs, chosen = pairs[is_item], chosen[:, is_item]
    numbers, firsts = number_rows([chunk.readers[pairs], *chosen])
    for number, first in enumerate(firsts.tolist()):
        readers = chunk.readers[pairs[first]]
        yield tuple([names[each] for each in chosen[:readers, first].tolist()]), pairs[numbers == number]


def _in_any(by_reading: Truths) -> Truths:
    return np.logical_or.reduce(by_reading, axis=0)


def add_frequencies(table: FrequencyTable, chunk: Chunk) -> None:
    """Count the gold links of a chunk's pairs by the bands of their words."""
    is_gold, is_sure = chunk.labels > 0, chunk.labels == _SURE
    sides = (chunk.source, chunk.source_places), (chunk.target, chunk.target_places)
    bands = [
        np.fromiter(map(table.bands[name].__getitem__, side.words), np.int64, len(side.words))
        for name, (side, _) in zip(SIDES, sides, strict=True)
    ]
    by_link = [band[places][is_gold] for band, (_, places) in zip(bands, sides, strict=True)]
    links, firsts = number_rows([*by_link, chunk.labels[is_gold]])
    for times, first in zip(np.bincount(links).tolist(), firsts.tolist(), strict=True):
        label: Label = "S" if chunk.labels[is_gold][first] == _SURE else "P"
        table.links[int(by_link[0][first]), int(by_link[1][first]), label] += times
    for name, band, (_, places), unaligned in zip(SIDES, bands, sides, chunk.unaligned, strict=True):
        sums = table.sums[name]
        sums["words_with_sure"].update(band[np.unique(places[is_sure])].tolist())
        sums["unaligned"].update(band[unaligned].tolist())
