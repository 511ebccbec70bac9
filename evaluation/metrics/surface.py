"""BLEU, chrF and TER through sacrebleu, from statistics per segment, so that a corpus is never in memory at once.

A segment's statistics are what sacrebleu itself adds up: BLEU lengths, matches and totals per n; chrF hypothesis,
reference and match counts per n; TER edits and mean reference length. Sums of any segments give sacrebleu's own score
of those segments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.resampling import Floats
from evaluation.metrics.chrf import count_chrf
from evaluation.metrics.ter import count_edits

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric
    from sacrebleu.metrics.chrf import CHRF

SurfaceName = Literal["bleu", "chrf", "ter"]
SURFACE_NAMES: tuple[SurfaceName, ...] = get_args(SurfaceName)


def _metric_class(name: SurfaceName) -> type[Metric]:
    """Return sacrebleu's class; its package loads a Redis client and tables, which other measures need not wait for."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    classes: dict[SurfaceName, type[Metric]] = {"bleu": BLEU, "chrf": CHRF, "ter": TER}
    return classes[name]


def find_tokeniser_model(tokeniser: str) -> Path | None:
    """Return the path where sacrebleu looks for the model of a tokeniser; None for a tokeniser without one."""
    if not tokeniser.startswith("flores"):
        return None
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS
    from sacrebleu.utils import SACREBLEU_DIR

    return Path(SACREBLEU_DIR, "models", Path(SPM_MODELS[tokeniser]["url"]).name)


class SurfaceMeasure:
    """One of the three with its options, as sacrebleu's class takes them.

    `separate` puts spaces between words that sacrebleu could not tell apart; `separated_by` names it in the signature.
    """

    def __init__(
        self,
        name: SurfaceName,
        *,
        separate: Callable[[str], str] | None = None,
        separated_by: str = "",
        **options: Any,
    ) -> None:
        self.name, self.options = name, options
        self._separate, self._separated_by = separate, separated_by
        make = _metric_class(name)
        self._metric = make(**options)
        self._sentence_metric = make(**{**options, "effective_order": True}) if name == "bleu" else self._metric
        self._reference_counts: set[int] = set()

    def count(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Floats:
        """Return segments × statistics; `references` holds one or more for each segment.

        An empty hypothesis is scored as such. Raise ValueError for a segment without a reference.
        """
        if not all(references):
            raise ValueError("Every segment needs a reference.")
        self._reference_counts.update(map(len, references))
        metric = self._metric
        if separate := self._separate:
            hypotheses = [separate(text) for text in hypotheses]
            references = [list(map(separate, texts)) for texts in references]
        if self.name == "chrf":
            return count_chrf(cast("CHRF", metric), hypotheses, references).astype(np.float64)
        if self.name == "ter":
            prepare = metric._preprocess_segment
            counted = [
                count_edits(prepare(hypothesis).split(), [prepare(text).split() for text in texts])
                for hypothesis, texts in zip(hypotheses, references, strict=True)
            ]
            return np.array(counted, dtype=np.float64).reshape(len(counted), -1)
        rows = []
        for hypothesis, texts in zip(hypotheses, references, strict=True):
            known = metric._extract_reference_info([metric._preprocess_segment(text) for text in texts])
            rows.append(metric._compute_segment_statistics(metric._preprocess_segment(hypothesis), known))
        return np.array(rows, dtype=np.float64).reshape(len(rows), -1)

    def score(self, sums: npt.ArrayLike) -> float:
        """Return the score from 0 to 100 (TER may be higher) of summed statistics, which are whole numbers."""
        numbers = list(map(_whole, np.asarray(sums, dtype=np.float64).tolist()))
        return float(self._metric._compute_score_from_stats(numbers).score)

    def rate(self, sums: Floats) -> Floats:
        """Return a column of scores from rows of sums, for intervals and comparisons."""
        return np.array([[self.score(row)] for row in sums])

    def score_segments(self, table: Floats) -> Floats:
        """Return a score for each row; BLEU of a segment stops at its longest n (sacrebleu's effective order)."""
        metric = self._sentence_metric
        return np.array([metric._compute_score_from_stats(list(map(_whole, row))).score for row in table.tolist()])

    @property
    def signature(self) -> str:
        """Return the signature of sacrebleu itself; the number of references is that of the segments counted so far."""
        counts = self._reference_counts
        self._metric.num_refs = counts.copy().pop() if len(counts) == 1 else -1
        words = f"|words:{self._separated_by}" if self._separated_by else ""
        return f"{self.name}|{self._metric.get_signature()}{words}"


def _whole(value: float) -> float:
    """Return a whole number as one: sacrebleu adds these, and so rounds as with them."""
    return int(value) if value == int(value) else value
