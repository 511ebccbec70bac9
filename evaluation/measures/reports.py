"""Output of a measure's command, from sentences that are read one by one."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from annotation_site.phrases.presence import Presence
from annotation_site.phrases.span_units import Marked
from evaluation.measures.base import LookedUp, Measure, Value
from evaluation.measures.segments import Given, Measured
from evaluation.measures.sums import Bootstrap

M = TypeVar("M", bound=Measure[Any])


def look_up(presences: Mapping[LookedUp, Presence], segment: Measured) -> None:
    """Count which expressions of a segment are in its references, and at their spans in its source."""
    for side, presence in presences.items():
        for expression in segment.expressions:
            if side == "source":
                presence.add_spans(expression.label, segment.source, expression.source_spans)
            elif segment.references:
                presence.add_text(expression.reference_text, segment.references)


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
        self.marked: list[Marked] = []
        # Sentences without a translation, by the place of the system in its row.
        self.empty: Counter[int] = Counter()
        self.presences: dict[LookedUp, Presence] = {
            side: Presence(side == "source", given.target_language) for side in measure.looks_up
        }

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
        self.note_empty(rows)
        for line, parts in rows:
            part_values = [next(values) for _ in parts]
            value = (
                [entry for part_value in part_values for entry in part_value]
                if self.measure.by_expression
                else part_values[0]
            )
            labels = [expression.label for part in parts for expression in part.expressions]
            self.sums.add([labels], [value])
            for part in parts:
                look_up(self.presences, part)
                if "source" in self.presences:
                    self.marked += [
                        (part.source, expression.source_spans, expression.label) for expression in part.expressions
                    ]
            self.note(line, parts, labels, value)

    def note_empty(self, rows: Sequence[tuple[int, Sequence[Measured]]]) -> None:
        """Count sentences without a translation."""
        for _, parts in rows:
            self.empty.update(position for position, part in enumerate(parts) if not part.hypothesis.strip())

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

    def tell_presence(self) -> dict[str, Any]:
        """Return how many expressions are where they are said to be, in each text in which the measure needs them."""
        output: dict[str, Any] = {}
        for side, presence in self.presences.items():
            counts = presence.to_json()
            if not presence.total:
                counts = {"found": None, "of": 0, "reason": f"There is no {side} in which to look for expressions."}
            output["expressions" if len(self.presences) == 1 else f"expressions_in_{side}"] = counts
        return output

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        """Return the intervals by the name of their figure."""
        return {figure.name: self.sums.interval(figure.name, bootstrap) for figure in self.measure.figures}

    def sign(self) -> dict[str, object]:
        """Return the signature's entries before n."""
        return dict(self.measure.signed)
