"""Job that counts agreement by word frequency."""

from __future__ import annotations

from io import TextIOWrapper
from typing import Any

from alignment.agreement.frequency import FrequencySums, count_words, read_frequencies
from alignment.agreement.queries.figures import count_changes, read_changes
from alignment.agreement.queries.frequencies import FREQUENCIES, FREQUENCY_JOB
from alignment.agreement.queries.link_tables import count_compared_pairs, read_tokens
from alignment.releases.queries.pairs import read_compared_pairs
from annotation_site.agreement.models import AgreementFigures
from annotation_site.agreement.queries import one_moment
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError

OWN_TEXT = "the text of this project"
REPORT_EVERY = 200


@job(
    FREQUENCY_JOB,
    "Agreement by word frequency",
    result=ResultPage("projects:agreement", "Show agreement"),
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
        AgreementFigures.objects.update_or_create(
            project=project, question=FREQUENCIES, changes=changes, defaults={"result": result, "job": run.job}
        )
        shown |= {"pairs": total, "side": sums.side, "text": result["text"]}


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


def _name_text(run: JobRun) -> str:
    upload = _upload(run)
    return upload.name if upload else OWN_TEXT


def _upload(run: JobRun) -> Upload | None:
    number: Any = run.parameters["upload"]
    return Upload.objects.get(pk=number, project=run.job.project) if number else None
