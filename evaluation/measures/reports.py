"""Output of a measure's command, from sentences that are read one by one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from evaluation.measures.base import Measure, Value
from evaluation.measures.segments import Given, Measured
from evaluation.measures.sums import Bootstrap

M = TypeVar("M", bound=Measure[Any])


class Report(Generic[M]):
    """Sums of one measure, and further lines of its command's output.

    Each item is a sentence. For a measure of expressions a sentence may come in parts, each with its own words to
    search.
    """

    tells_segments: ClassVar[bool] = False  # with --segments

    def __init__(self, measure: M, options: dict[str, Any], given: Given) -> None:
        self.measure, self.options, self.given = measure, options, given
        self.prepared = measure.prepare(given)
        self.sums = measure.start()

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        """Add the arguments of this measure's command alone, beside its texts, files and options."""

    @staticmethod
    def settle(options: dict[str, Any]) -> dict[str, Any]:
        """Complete the measure's options from the command's arguments; raise FormatError if something is missing."""
        return options

    def add(self, rows: Sequence[tuple[int, Sequence[Measured]]]) -> None:
        """Count and add sentences, each with its line number."""
        values = iter(self.count([part for _, parts in rows for part in parts]))
        for line, parts in rows:
            found = [next(values) for _ in parts]
            value = [entry for each in found for entry in each] if self.measure.by_expression else found[0]
            labels = [each.label for part in parts for each in part.expressions]
            self.sums.add([labels], [value])
            self.note(line, parts, labels, value)

    def count(self, segments: Sequence[Measured]) -> list[Value]:
        """Return the same values as the measure on the site."""
        return self.measure.count(segments, self.prepared)

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        """Keep details of a sentence for the output."""

    def tell(self) -> dict[str, Any]:
        """Return the output without intervals and signature."""
        sums, figures = self.sums, [figure.name for figure in self.measure.figures]
        result: dict[str, Any] = {name: sums.value(name) for name in figures}
        result |= {"n": sums.n, "left_out": sums.left_out, "rows": sums.rows()}
        undefined = [name for name in figures if result[name] is None]
        reasons = {name: self.measure.explain_undefined(name, sums) for name in undefined}
        return result | ({"reasons": reasons} if reasons else {})

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        """Return the intervals by the name of their figure."""
        return {figure.name: self.sums.interval(figure.name, bootstrap) for figure in self.measure.figures}

    def sign(self) -> dict[str, object]:
        """Return the signature's entries before n."""
        return dict(self.measure.signed)
