"""The last count of agreement by word frequency."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from alignment.agreement.report import AnnotatorPair, Stretch
from alignment.coefficients.agr import PairCounts
from annotation_site.agreement.models import AgreementFigures
from annotation_site.projects.models import Project

FREQUENCY_JOB = "agreement_frequency"
# The question under which the job stores its figures.
FREQUENCIES = "frequencies"


@dataclass(frozen=True, slots=True)
class FrequencyReport:
    """Agreement by band, with the side and text of the counts; `is_current` is false if readings have changed since."""

    side: str
    text: str
    rows: list[tuple[int, Stretch]]
    counted_at: datetime
    is_current: bool

    @property
    def stretches(self) -> list[Stretch]:
        return [stretch for _, stretch in self.rows]


def find_frequencies(project: Project, changes: int, *, count_unaligned: bool = False) -> FrequencyReport | None:
    """Return the last report on agreement by frequency, or None if none was computed.

    The report says whether `changes` still matches the links that it was computed from.
    """
    stored = AgreementFigures.objects.filter(project=project, question=FREQUENCIES).first()
    if stored is None:
        return None
    rows = []
    for place, row in enumerate(stored.result["bands"]):
        pooled = AnnotatorPair("", "", row["comparisons"], PairCounts(*row["counts"]), count_unaligned)
        rows.append((row["words"], Stretch(place, row["band"], pooled)))
    result = stored.result
    return FrequencyReport(result["side"], result["text"], rows, stored.created_at, stored.changes == changes)
