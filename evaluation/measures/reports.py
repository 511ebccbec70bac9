"""What a command says of a measure, from sentences that come one by one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from evaluation.measures.base import Measure, Value
from evaluation.measures.segments import Given, Measured
from evaluation.measures.sums import Bootstrap

M = TypeVar("M", bound=Measure[Any])


class Report(Generic[M]):
    """The sums of one measure, and what its command says beside them.

    A row is a sentence: of a measure of expressions it may come in parts, each with the words to look in.
    """

    tells_segments: ClassVar[bool] = False  # with --segments

    def __init__(self, measure: M, options: dict[str, Any], given: Given) -> None:
        self.measure, self.options, self.given = measure, options, given
        self.prepared = measure.prepare(given)
        self.sums = measure.start()

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        """Add what the measure's command alone takes, beside its texts, files and options."""

    @staticmethod
    def settle(options: dict[str, Any]) -> dict[str, Any]:
        """Complete the measure's options by what the command was given; FormatError where something is missing."""
        return options

    def add(self, rows: Sequence[tuple[int, Sequence[Measured]]]) -> None:
        """Count and add sentences, each with its line."""
        values = iter(self.count([part for _, parts in rows for part in parts]))
        for line, parts in rows:
            found = [next(values) for _ in parts]
            value = [entry for each in found for entry in each] if self.measure.by_expression else found[0]
            labels = [each.label for part in parts for each in part.expressions]
            self.sums.add([labels], [value])
            self.note(line, parts, labels, value)

    def count(self, segments: Sequence[Measured]) -> list[Value]:
        """Count as the site does."""
        return self.measure.count(segments, self.prepared)

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        """Keep what is to be told of a sentence."""

    def tell(self) -> dict[str, Any]:
        """Everything but intervals and signature."""
        sums, figures = self.sums, [figure.name for figure in self.measure.figures]
        result: dict[str, Any] = {name: sums.value(name) for name in figures}
        result |= {"n": sums.n, "left_out": sums.left_out, "rows": sums.rows()}
        undefined = [name for name in figures if result[name] is None]
        reasons = {name: self.measure.explain_undefined(name, sums) for name in undefined}
        return result | ({"reasons": reasons} if reasons else {})

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        """Intervals, by what they are of."""
        return {figure.name: self.sums.interval(figure.name, bootstrap) for figure in self.measure.figures}

    def sign(self) -> dict[str, object]:
        """What the signature says before n."""
        return dict(self.measure.signed)
