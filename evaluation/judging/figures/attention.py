"""Attention items: translations beside their degraded copies, judged by the same annotator. Pure.

passed  the degraded stretch was noticed (`methods.passes`)
p       of a test that the originals are judged better than their copies: Wilcoxon's signed-rank test, as in WMT's
        direct assessment, or of preferences the sign test; one-sided, exact for few pairs, without pairs judged alike
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation_site.annotator_quality.columns import Flag
from annotation_site.coefficients.figure import Figure
from evaluation.judging.attention import LEAST_PAIRS
from evaluation.judging.methods import CANNOT_JUDGE, measure_drop, passes
from evaluation.metrics.error_spans.schemes import NEUTRAL, TARGET, ErrorSpan
from evaluation.metrics.significance import find_signed_rank_p

LEVEL = 0.05
NO_PAIRS = "No attention items judged yet."


@dataclass(frozen=True, slots=True)
class AttentionPair:
    """An annotator's answers about a translation and about its degraded copy, whose stretch has a place, and the spans
    marked in the copy. In preferences, `degraded` is the one answer about both.
    """

    annotator: int
    task: int
    original: float
    degraded: float
    start: int
    end: int
    spans: Sequence[ErrorSpan] = ()

    @property
    def is_answered(self) -> bool:
        """True unless the annotator could not judge one of both."""
        return CANNOT_JUDGE not in (self.original, self.degraded)

    def passes(self, method: str) -> bool:
        """Return whether the annotator noticed the degraded stretch."""
        return passes(method, self.measure_drop(method), is_marked=self.is_marked)

    def measure_drop(self, method: str) -> float:
        """Return by how much the original was judged better."""
        return measure_drop(method, self.original, self.degraded)

    @property
    def is_marked(self) -> bool:
        """True if an error that was marked in the translation overlaps the degraded stretch."""
        errors = (span for span in self.spans if span.side == TARGET and span.severity != NEUTRAL)
        return any(error.start < self.end and self.start < error.end for error in errors)


@dataclass(frozen=True, slots=True)
class AttentionCheck:
    """An annotator's pairs that were answered, those of them that passed, and p of the test over all."""

    pairs: int = 0
    passed: int = 0
    p: Figure = field(default_factory=lambda: Figure(None, NO_PAIRS))

    @property
    def flags(self) -> list[Flag]:
        """A flag for an annotator who does not tell degraded translations from originals."""
        if self.pairs < LEAST_PAIRS or self.p.value is None or self.p.value < LEVEL:
            return []
        return [Flag("attention", f"attention items: p = {self.p.value:.2f}", is_grave=True)]


def check_attention(pairs: Sequence[AttentionPair], method: str) -> AttentionCheck:
    """Return the check of one annotator."""
    answered = [pair for pair in pairs if pair.is_answered]
    if not answered:
        return AttentionCheck()
    drops = [pair.measure_drop(method) for pair in answered]
    p = find_p(drops, is_sign=method == "preference")
    return AttentionCheck(len(answered), sum(pair.passes(method) for pair in answered), Figure(p))


def find_p(drops: Sequence[float], *, is_sign: bool) -> float:
    """Return p of the hypothesis that answers do not drop, 1 if none differs."""
    different = [drop for drop in drops if drop]
    if not different:
        return 1.0
    if not is_sign:
        return find_signed_rank_p(different, "greater")
    from scipy import stats  # scipy weighs 100 MB in every process: loaded by those that need it

    fell = sum(drop > 0 for drop in different)
    return float(stats.binomtest(fell, len(different), alternative="greater").pvalue)
