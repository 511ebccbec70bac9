"""Job that aligns the text of a release with an installed aligner and scores the output."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence
from alignment.formats.link_files import LinkFile
from alignment.readings.links import Reading
from alignment.suggestions.aligners import Directions, label_links, write_words
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.programs.running import ProgramError
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import TargetWordsMissing
from evaluation.aligner_scores.jobs.scores import REPORT_EVERY, compute_scores, open_gold, store_score
from evaluation.metrics.alignment.scores import EmptySystemError
from evaluation.sources.aligners import open_aligner

INTERSECTION, UNION = "intersection", "union"
FORMAT = "talp"


@job("aligner_output", "Score of an installed aligner", result=ResultPage("evaluation:score", "Show score", by="score"))
def score_aligner(run: JobRun) -> None:
    """Align, score, and keep the links as an output like an uploaded one."""
    release = Release.objects.get(pk=run.parameters["release"], project=run.job.project)
    aligner = open_aligner(run.parameters["aligner"])
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            source, target = _save_texts(run, release, folder)
            made = aligner.align(source, target, folder, watch=lambda: run.report(0))
            links = folder / "links"
            with links.open("w", encoding="utf-8") as written:
                written.writelines(ALIGNMENT_FORMATS[FORMAT].write(_join(made, run.parameters["links"]), 0))
            file_name = f"{run.parameters['aligner']}-{run.job.pk}.talp"
            file = LinkFile(file_name, FORMAT, is_reversed=False, open=lambda: closing(links.open("rb")))
            result = compute_scores(run, release, file, 0)
            with run.completing() as result_json, links.open("rb") as kept:
                upload = keep_made_file(run.job, kept, file_name)
                result_json |= store_score(run, release, upload, file, 0, result)
    except (ProgramError, TargetWordsMissing) as error:
        raise DomainError(str(error)) from error
    except EmptySystemError as error:
        raise DomainError("The aligner found no links.") from error


def _save_texts(run: JobRun, release: Release, folder: Path) -> tuple[Path, Path]:
    source, target = folder / "source", folder / "target"
    with open_gold(release) as pairs, source.open("w") as sources, target.open("w") as targets:
        for pair in pairs:
            sources.write(write_words(pair.source_tokens))
            targets.write(write_words(pair.target_tokens))
            if pair.position % REPORT_EVERY == 0:
                run.report(0)
    return source, target


def _join(made: Directions, wanted: str) -> Iterator[AlignedSentence]:
    for number, (forward, reverse) in enumerate(made.read(), start=1):
        links = label_links(forward, reverse)
        if wanted == INTERSECTION:
            links = {cell: label for cell, label in links.items() if label == "S"}
        yield AlignedSentence(number, Reading(links), number)
