"""The table of a trial: what each step took, held and lost."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.containers.savers import LONGEST_SECONDS, Counted

HEAD = ("step", "seconds", "memory MB", "saves", "told why", "lost", "slowest s", "")


@dataclass
class Row:
    """One step."""

    step: str
    seconds: float = 0.0
    memory: float = 0.0
    counted: Counted | None = None
    lost: int | None = None
    notes: list[str] = field(default_factory=list)

    def cells(self) -> tuple[str, ...]:
        counted = self.counted
        return (
            self.step,
            f"{self.seconds:.1f}",
            f"{self.memory:,.0f}" if self.memory else "",
            f"{counted.saves:,}" if counted else "",
            f"{counted.told_why:,}" if counted else "",
            "" if self.lost is None else str(self.lost),
            f"{counted.slowest:.1f}" if counted else "",
            "; ".join(self.notes),
        )


@dataclass
class Table:
    """All steps, and what was broken of the promise."""

    rows: list[Row] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[Row]:
        """Time a step; its name is printed as it begins, so that what hangs is known."""
        print(f"… {name}", flush=True)
        row = Row(name)
        began = time.monotonic()
        yield row
        row.seconds = row.seconds or time.monotonic() - began
        self.rows.append(row)

    def require(self, promise: str, *, is_kept: bool) -> None:
        """Note a promise that is not kept."""
        if not is_kept:
            self.broken.append(promise)

    def judge(self, row: Row) -> None:
        """Require of a step with savers that nothing was lost and nobody left without a word."""
        counted = row.counted or Counted()
        self.require(f"{row.step}: nobody could save", is_kept=counted.saves > 0)
        self.require(f"{row.step}: {row.lost} acknowledged saves are not stored", is_kept=row.lost == 0)
        for answer in sorted(set(counted.not_told)):
            self.require(f"{row.step}: an answer says nothing: {answer}", is_kept=False)
        slow = f"{row.step}: an answer took {counted.slowest:.1f} s"
        self.require(slow, is_kept=counted.slowest <= LONGEST_SECONDS)

    def show(self) -> None:
        rows = [HEAD, *(row.cells() for row in self.rows)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD) - 1)]
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(row[column].rjust(widths[column]) for column in range(1, len(widths)))]
            print("  ".join([*cells, row[-1]]).rstrip())
        for promise in self.broken:
            print(f"BROKEN  {promise}")
        print("The promise is broken." if self.broken else "The promise is kept.", flush=True)
