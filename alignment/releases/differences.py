"""Changes between two releases, read side by side from their zips, one pair in memory at a time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from alignment.pairs.differences import map_tokens
from alignment.readings.links import Cell, Label, Reading, write_cells
from alignment.releases.contents import ReleasedPair, read_text
from alignment.releases.files import GOLD, TEXTS
from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.kinds import Differences

MOST_LISTED = 200
# Of one pair; its counts are of all.
MOST_LINKS_LISTED = 40
PAIR_CHANGES = ("added", "removed", "text_changed", "links_changed", "unchanged")
LINK_CHANGES = (
    "added_sure", "added_possible", "removed_sure", "removed_possible", "sure_to_possible", "possible_to_sure",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A pair with its gold reading."""

    pair: ReleasedPair
    gold: Reading


@dataclass
class _Sums:
    pairs: Counter[str] = field(default_factory=Counter)
    links: Counter[str] = field(default_factory=Counter)
    unaligned: Counter[str] = field(default_factory=Counter)
    listed: list[dict[str, Any]] = field(default_factory=list)


def count_changes(
    before: ReleaseArchive, after: ReleaseArchive, report: Callable[[], None]
) -> tuple[dict[str, Any], bool]:
    """Return pairs and links added, removed and changed, and the first changed pairs in words; and whether any changed.

    Pairs are matched by their number in the project. Where words were corrected, links of words that stayed are
    compared through the correction; links and marks of other words count as removed and added, so that the changes add
    up to the difference of both totals.
    """
    sums = _Sums()
    for old, new in _side_by_side(before, after):
        _add(sums, old, new)
        report()
    changed = sums.pairs.total() - sums.pairs["unchanged"]
    return {
        "pairs": {what: sums.pairs[what] for what in PAIR_CHANGES},
        "links": {what: sums.links[what] for what in LINK_CHANGES},
        "unaligned": {what: sums.unaligned[what] for what in ("added", "removed")},
        "changed_pairs": sums.listed,
        "not_listed": changed - len(sums.listed),
    }, bool(changed)


DIFFERENCES = Differences(
    "interlinea-release-difference/1",
    (
        "project.scope", "policy", "guideline", "licence", "languages", "annotators_per_pair", "separate_readings",
        "software", "citation",
    ),
    ("policy", "counts", "agreement"),
    count_changes,
)  # fmt: skip


def _side_by_side(before: ReleaseArchive, after: ReleaseArchive) -> Iterator[tuple[GoldPair | None, GoldPair | None]]:
    """Yield pairs of both releases in step, by their numbers, which ascend in both."""
    with ExitStack() as stack:
        olds, news = _read_pairs(before, stack), _read_pairs(after, stack)
        old, new = next(olds, None), next(news, None)
        while old or new:
            if new is None or (old and old.pair.number < new.pair.number):
                yield old, None
                old = next(olds, None)
            elif old is None or new.pair.number < old.pair.number:
                yield None, new
                new = next(news, None)
            else:
                yield old, new
                old, new = next(olds, None), next(news, None)


def _read_pairs(release: ReleaseArchive, stack: ExitStack) -> Iterator[GoldPair]:
    texts, golds = (stack.enter_context(release.lines(name)) for name in (TEXTS, GOLD))
    last = 0
    for text, gold in zip(texts, golds, strict=True):
        pair = GoldPair(read_text(json.loads(text)), Reading.from_json(json.loads(gold)))
        if pair.pair.number <= last:
            raise ValueError(f"{TEXTS} has pair {pair.pair.number} after pair {last}")
        last = pair.pair.number
        yield pair


def _add(sums: _Sums, old: GoldPair | None, new: GoldPair | None) -> None:
    pair = new or old
    if pair is None:
        return
    row: dict[str, Any] = {"number": pair.pair.number, "id": pair.pair.identifier}
    if old is None or new is None:
        row["what"] = "added" if old is None else "removed"
        row["source"], row["target"] = _excerpt(pair.pair.source_tokens), _excerpt(pair.pair.target_tokens)
        row["links"] = len(pair.gold.links)
        nothing = Reading()
        if old is None:
            _add_links(sums, nothing, pair.gold)
        else:
            _add_links(sums, pair.gold, nothing)
    elif _words(old) != _words(new):
        row["what"] = "text_changed"
        row["source"], row["target"] = _excerpt(pair.pair.source_tokens), _excerpt(pair.pair.target_tokens)
        _add_corrected(sums, old, new)
    elif old.gold == new.gold:
        row["what"] = "unchanged"
    else:
        row["what"] = "links_changed"
        _add_links(sums, old.gold, new.gold)
        row |= _list_links(new, old.gold)
    sums.pairs[row["what"]] += 1
    if row["what"] != "unchanged" and len(sums.listed) < MOST_LISTED:
        sums.listed.append(row)


def _words(pair: GoldPair) -> tuple[list[str], list[str]]:
    return list(pair.pair.source_tokens), list(pair.pair.target_tokens)


def _excerpt(tokens: Any, most: int = 16, longest: int = 200) -> str:
    text = " ".join(tokens[:most])[:longest]
    return text if len(tokens) <= most and len(text) < longest else f"{text} …"


NAMES: dict[Label, str] = {"S": "sure", "P": "possible"}


def _add_links(sums: _Sums, old: Reading, new: Reading) -> None:
    for cell in old.links.keys() | new.links.keys():
        before, after = old.links.get(cell), new.links.get(cell)
        if before is None and after is not None:
            sums.links[f"added_{NAMES[after]}"] += 1
        elif after is None and before is not None:
            sums.links[f"removed_{NAMES[before]}"] += 1
        elif before and after and before != after:
            sums.links[f"{NAMES[before]}_to_{NAMES[after]}"] += 1
    for one, other in (
        (old.unaligned_source, new.unaligned_source),
        (old.unaligned_target, new.unaligned_target),
    ):
        sums.unaligned.update(added=len(other - one), removed=len(one - other))


def _add_corrected(sums: _Sums, old: GoldPair, new: GoldPair) -> None:
    """Count links and marks of words that stayed as changes, and those of the other words as removed and added."""
    places = [map_tokens(one, other, keep_respelled=True) for one, other in zip(_words(old), _words(new), strict=True)]
    source, target = places
    stayed, lost = _split(old.gold, source, target)
    comparable, fresh = _split(new.gold, source.values(), target.values())
    moved = Reading(
        {(source[i], target[j]): label for (i, j), label in stayed.links.items()},
        frozenset(source[index] for index in stayed.unaligned_source),
        frozenset(target[index] for index in stayed.unaligned_target),
    )
    _add_links(sums, moved, comparable)
    _add_links(sums, lost, Reading())
    _add_links(sums, Reading(), fresh)


def _split(reading: Reading, sources: Iterable[int], targets: Iterable[int]) -> tuple[Reading, Reading]:
    """Return the part of a reading that has these words alone, and the rest."""
    kept_sources, kept_targets = frozenset(sources), frozenset(targets)
    inside: dict[Cell, Label] = {}
    outside: dict[Cell, Label] = {}
    for cell, label in reading.links.items():
        part = inside if cell[0] in kept_sources and cell[1] in kept_targets else outside
        part[cell] = label
    marks = reading.unaligned_source, reading.unaligned_target
    return (
        Reading(inside, marks[0] & kept_sources, marks[1] & kept_targets),
        Reading(outside, marks[0] - kept_sources, marks[1] - kept_targets),
    )


def _list_links(new: GoldPair, old: Reading) -> dict[str, Any]:
    """Return the changed links of one pair, each with its words, its old and its new value."""
    gold, pair = new.gold, new.pair
    cells = sorted(cell for cell in old.links.keys() | gold.links.keys() if old.links.get(cell) != gold.links.get(cell))
    return {
        "changes": [
            {**_words_of(pair, cell), "from": old.links.get(cell), "to": gold.links.get(cell)}
            for cell in cells[:MOST_LINKS_LISTED]
        ],
        "change_count": len(cells),
        "unaligned_changed": len(old.unaligned_source ^ gold.unaligned_source)
        + len(old.unaligned_target ^ gold.unaligned_target),
    }


def _words_of(pair: ReleasedPair, cell: Cell) -> dict[str, str]:
    source, target = pair.source_tokens[cell[0]], pair.target_tokens[cell[1]]
    return {"link": write_cells([cell]), "source": source[:80], "target": target[:80]}
