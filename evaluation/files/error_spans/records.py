"""One rater's marks on one translation, whichever file they come from."""

from __future__ import annotations

from dataclasses import dataclass

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
