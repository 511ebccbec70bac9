"""Checks of the expressions in a test set's files: words that their reference lacks, spans that mark other words,
and marks that stand in the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from annotation_site.phrases.presence import Presence, describe_span
from annotation_site.phrases.span_units import Marked, SpanUnits, describe_units, find_units
from evaluation.test_sets.files.rows import SegmentRow

MOST_SHOWN = 5
# Enough to tell in which units a file counts.
_MOST_MARKED = 20_000
_LONGEST_SHOWN = 60
# Ways in which tools write marks into a text: [[…]], {{…}}, <<…>>, **…**, and elements such as <mwe>…</mwe>.
_WRITTEN_MARK = re.compile(
    r"\[\[[^][]+\]\]|\{\{[^{}]+\}\}|<<[^<>]+>>|\*\*[^*\s][^*]*\*\*|<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[^<>]+</\1>"
)


@dataclass(slots=True)
class ExpressionChecks:
    """Counts and first faults of the expressions, collected while the segments are read."""

    presence: Presence = field(default_factory=Presence)
    faults: list[str] = field(default_factory=list)
    fault_count: int = 0
    marked: list[Marked] = field(default_factory=list)
    is_ascii: bool = True  # so that spans in all units are the same
    written_marks: int = 0
    first_mark: str = ""

    @classmethod
    def of(cls, target_language: str) -> ExpressionChecks:
        """Return checks that know forms of the words of this language."""
        return cls(Presence(language=target_language))

    def follow(self, rows: Iterable[SegmentRow]) -> Iterator[SegmentRow]:
        """Yield the segments, and look at the expressions of each."""
        for row in rows:
            self.add(row)
            yield row

    def add(self, row: SegmentRow) -> None:
        self.is_ascii = self.is_ascii and row.source.isascii()
        if written := next(filter(None, map(_WRITTEN_MARK.search, (row.source, *row.references))), None):
            self.written_marks += 1
            self.first_mark = self.first_mark or f"line {row.line:,}: “{written[0][:_LONGEST_SHOWN]}”"
        for expression in row.expressions:
            if any(row.references) and not expression.reference_spans:
                self.presence.add_text(expression.reference_text, row.references)
            if fault := describe_span(row.source, expression.source_spans, expression.label):
                self.fault_count += 1
                if len(self.faults) < MOST_SHOWN:
                    self.faults.append(f"Line {row.line:,}: {fault}.")
            if expression.source_spans and len(self.marked) < _MOST_MARKED:
                self.marked.append((row.source, expression.source_spans, expression.label))

    def find_units(self) -> SpanUnits | None:
        """Return the units in which all spans fit, while they do not as they were read."""
        return find_units(self.marked)

    def describe(self) -> list[str]:
        """Return sentences: the count of expressions that their reference lacks, then spans that mark other words."""
        sentences = [self.presence.describe(), *self.faults]
        if self.fault_count > len(self.faults):
            sentences.append(f"{self.fault_count - len(self.faults):,} more spans do not mark their expression.")
        if units := self.find_units():
            sentences.append(describe_units(units))
        if self.written_marks:
            number = "1 segment has" if self.written_marks == 1 else f"{self.written_marks:,} segments have"
            sentences.append(
                f"{number} marks in the text ({self.first_mark}). They are imported as text. If they mark expressions, "
                "remove them and give spans in a column of their own."
            )
        return list(filter(None, sentences))
