"""One rater's marks on one translation, whichever file they come from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from annotation_site.texts.faults import FormatError, Rejected, reject
from evaluation.metrics.error_spans.schemes import ErrorSpan


@dataclass(frozen=True, slots=True)
class RatedTranslation:
    """A translation of a segment with a rater's error spans; none if the rater found no error. `score` is the rater's
    own, None where a protocol has none.
    """

    system: str
    doc: str
    doc_id: str
    seg_id: str
    rater: str
    source: str
    target: str
    spans: tuple[ErrorSpan, ...]
    score: float | None = None

    @property
    def unit(self) -> tuple[str, str, str]:
        """Key that raters of the same translation share: system, document and segment."""
        return self.system, self.doc, self.seg_id


MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class RatingFile:
    """A file of ratings, and the faults of single ones: the others are still valid."""

    path: str
    encoding: str | None = None
    rejected: list[Rejected] = field(default_factory=list)

    @contextmanager
    def rejecting(self) -> Iterator[None]:
        """Keep a fault of a line instead of raising it, so that its rating alone is left out."""
        try:
            yield
        except FormatError as fault:
            self.reject(fault)

    def reject(self, fault: FormatError) -> None:
        """Keep the fault of a line; raise that of a file."""
        if fault.line is None:
            raise fault
        self.rejected.append(reject(fault.line, fault.sentence))

    def describe_rejected(self) -> str:
        """Return a sentence on the ratings that were left out, or nothing."""
        count = len(self.rejected)
        if not count:
            return ""
        named = [f"line {rating.line}: {rating.reason.rstrip('.')}" for rating in self.rejected[:MOST_NAMED]]
        if count > MOST_NAMED:
            named.append(f"and {count - MOST_NAMED:,} more")
        return f"Ratings left out because of lines that cannot be read: {count:,} ({'; '.join(named)})."
