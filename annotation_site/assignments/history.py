"""Undo derived from the operations: pure, so that page and server get the same result."""

from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

SET, UNDO, REDO = "set", "undo", "redo"
CHANGES = (SET, UNDO, REDO)

Change = dict[str, Any]
# A change, or whatever stands for one.
Made = TypeVar("Made")


class UndoStacks(NamedTuple, Generic[Made]):
    """Changes that can be undone and redone, oldest first."""

    done: list[Made]
    undone: list[Made]


def undo_stacks(operations: Iterable[tuple[str, Made]]) -> UndoStacks[Made]:
    """Replay (kind, change) pairs in order; a new change clears the redo stack."""
    done: list[Made] = []
    undone: list[Made] = []
    for kind, change in operations:
        if kind == UNDO:
            undone.append(done.pop())
        elif kind == REDO:
            done.append(undone.pop())
        else:
            done.append(change)
            undone.clear()
    return UndoStacks(done, undone)


def reverse_change(change: Change) -> Change:
    """Return the opposite change: before and after, third and fourth of every entry, exchanged."""
    return {
        part: [[*entry[:2], entry[3], entry[2], *entry[4:]] for entry in entries] for part, entries in change.items()
    }
