"""Lists of items: counterbalanced, of one length, and the same for the same seed. Pure.

For a Latin square over the sentences of the compounds, there are as many lists, or twice as many and so on, as a
compound has sentences: each list has each compound once, and each sentence number equally often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter
from random import Random


@dataclass(frozen=True, slots=True)
class Entry:
    """An item to list; `sentence` is its number in the compound, or 0 for the compound by itself."""

    item: int
    compound: int
    sentence: int


def draw_lists(entries: Collection[Entry], *, length: int, seed: int, is_apart: bool) -> list[list[int]]:
    """Return lists of at most so many items, every item in one of them.

    No list has a compound twice if they are to be apart; otherwise, all items of a compound are in one list. Raise
    ValueError with a sentence if that is impossible.
    """
    by_compound: dict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: (entry.compound, entry.sentence, entry.item)):
        by_compound[entry.compound].append(entry)
    compounds = list(by_compound.values())
    Random(f"{seed}:lists").shuffle(compounds)  # noqa: S311 - an order, not a secret
    if not compounds:
        return []
    lists = _deal_apart(compounds, length) if is_apart else _deal_together(compounds, length)
    return [list(map(attrgetter("item"), dealt)) for dealt in lists]


def draw_by_level(
    entries: Collection[Entry], *, length: int, seed: int, is_apart: bool, are_levels_apart: bool
) -> list[list[int]]:
    """Return lists as `draw_lists` does; sentences and compounds by themselves in different ones if their levels are to
    be apart.
    """
    sentences = [entry for entry in entries if entry.sentence]
    compounds = [entry for entry in entries if not entry.sentence]
    groups = [sentences, compounds] if are_levels_apart else [entries]
    dealt = [draw_lists(group, length=length, seed=seed, is_apart=is_apart) for group in groups]
    return [items for lists in dealt for items in lists]


def _deal_apart(compounds: list[list[Entry]], length: int) -> list[list[Entry]]:
    """Deal the items round the lists, the sentences of each compound turned so that numbers are spread evenly."""
    most, total = max(map(len, compounds)), sum(map(len, compounds))
    count = most * -(-total // (most * length))
    lists: list[list[Entry]] = [[] for _ in range(count)]
    stands: Counter[tuple[int, int]] = Counter()
    offset = 0
    for entries in compounds:
        window = [(offset + step) % count for step in range(len(entries))]
        turns = [entries[by:] + entries[:by] for by in range(len(entries))]
        placed = [list(zip(window, turn, strict=True)) for turn in turns]
        best = min(placed, key=lambda turn: sum(stands[at, entry.sentence] for at, entry in turn))
        for at, entry in best:
            lists[at].append(entry)
            stands[at, entry.sentence] += 1
        offset += len(entries)
    return lists


def _deal_together(compounds: list[list[Entry]], length: int) -> list[list[Entry]]:
    """Add each compound to the shortest list, of as few lists as do not become too long."""
    most, total = max(map(len, compounds)), sum(map(len, compounds))
    if most > length:
        raise ValueError(f"A list of {length} has no room for a compound that is rated {most} times.")
    for count in range(-(-total // length), len(compounds) + 1):
        lists: list[list[Entry]] = [[] for _ in range(count)]
        for entries in compounds:
            min(lists, key=len).extend(entries)
        if max(map(len, lists)) <= length:
            break
    return lists
