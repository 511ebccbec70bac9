"""Job that counts agreement by word frequency, and the last result for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from io import TextIOWrapper
from typing import Any

from alignment.adjudication.queue_places import word_key
from alignment.agreement.agr import PairCounts
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.agreement.frequency import FrequencySums, read_frequencies
from evaluation.agreement.models import FrequencyAgreement
from evaluation.agreement.queries import one_moment
from evaluation.agreement.report import AnnotatorPair, Stretch
from evaluation.sources.link_tables import count_compared_pairs, read_tokens
from evaluation.sources.links import count_changes, read_changes
from evaluation.sources.released_pairs import read_compared_pairs

OWN_TEXT = "the text of this project"
REPORT_EVERY = 200


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


@job(
    "agreement_frequency",
    "Agreement by word frequency",
    result=ResultPage("evaluation:agreement", "Show agreement"),
)
def count_by_frequency(run: JobRun) -> None:
    """Store the sums of every band, for the readings as they were when the job began."""
    project, parameters = run.job.project, run.parameters
    count_changes(project.pk)
    with one_moment():
        changes, total = read_changes(project), count_compared_pairs(project)
        sums = FrequencySums(parameters["side"], parameters["starts"], _read_frequencies(run))
        for place, pair in enumerate(read_compared_pairs(project), start=1):
            sums.add(pair)
            if place % REPORT_EVERY == 0:
                run.report(min(place, total), total)
        run.report(total, total)
    result = {"side": sums.side, "starts": list(sums.starts), "text": _name_text(run), "bands": sums.to_json()}
    with run.completing() as shown:
        FrequencyAgreement.objects.create(project=project, changes=changes, result=result, job=run.job)
        shown |= {"pairs": total, "side": sums.side, "text": result["text"]}


def find_frequencies(project: Project, changes: int, *, count_unaligned: bool = False) -> FrequencyReport | None:
    """Return the last report on agreement by frequency, or None if none was computed.

    The report says whether `changes` still matches the links that it was computed from.
    """
    stored = FrequencyAgreement.objects.filter(project=project).order_by("-pk").first()
    if stored is None:
        return None
    rows = []
    for place, row in enumerate(stored.result["bands"]):
        pooled = AnnotatorPair("", "", row["comparisons"], PairCounts(*row["counts"]), count_unaligned)
        rows.append((row["words"], Stretch(place, row["band"], pooled)))
    result = stored.result
    return FrequencyReport(result["side"], result["text"], rows, stored.created_at, stored.changes == changes)


def _read_frequencies(run: JobRun) -> dict[str, int]:
    upload = _upload(run)
    if upload is None:
        return count_words(read_tokens(run.job.project, run.parameters["side"]))
    try:
        with upload.file.open("rb") as file, TextIOWrapper(file, encoding="utf-8") as lines:
            return read_frequencies(lines, upload.name)
    except UnicodeDecodeError as error:
        raise DomainError(f"{upload.name} is not UTF-8.") from error
    except ValueError as error:
        raise DomainError(str(error)) from error


def count_words(sentences: Iterable[Iterable[str]]) -> dict[str, int]:
    """Return the number of occurrences of each word, ignoring case."""
    counts: Counter[str] = Counter()
    for tokens in sentences:
        counts.update(map(word_key, tokens))
    return counts


def _name_text(run: JobRun) -> str:
    upload = _upload(run)
    return upload.name if upload else OWN_TEXT


def _upload(run: JobRun) -> Upload | None:
    number: Any = run.parameters["upload"]
    return Upload.objects.get(pk=number, project=run.job.project) if number else None
