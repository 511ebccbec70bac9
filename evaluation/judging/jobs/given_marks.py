"""Marks that a round begins with, read from a file or an earlier round while the round is opened."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.error_spans.registry import FORMATS, detect_format, read_ratings
from evaluation.judging.given_marks import Key, Marks, give_marks, normalise_place
from evaluation.judging.jobs.units import is_whole
from evaluation.judging.methods import find_scheme
from evaluation.judging.planning import PlannedTask
from evaluation.judging.queries.given_marks import find_round_with_marks, read_marks_of_round
from evaluation.metrics.error_spans.schemes import SOURCE


def add_given_marks(run: JobRun, tasks: Sequence[PlannedTask]) -> tuple[list[PlannedTask], dict[str, Any] | None]:
    """Return the tasks with the marks to begin with, and their origin; raise DomainError if no translation has any."""
    asked = run.parameters.get("given_marks")
    scheme = find_scheme(run.parameters["method"])
    if not asked or scheme is None:
        return list(tasks), None
    read = _read_file if "upload" in asked else _read_round
    marks, origin = read(run, tasks, asked)
    share = run.parameters["control_share"]
    given = give_marks(
        tasks,
        marks,
        scheme=scheme,
        limits_source=not is_whole(run),
        control_share=share,
        generator=Random(f"{run.parameters['seed']}:controls"),  # noqa: S311 - a sample, not a secret
    )
    outputs = [output for task in given for output in task.outputs]
    known = [output for output in outputs if output.given is not None]
    if not known:
        raise DomainError(
            f"{origin['name']} has marks on none of the translations. Sources and translations must be the same texts."
        )
    counts = {
        "translations": len(known),
        "of": len(outputs),
        "marks": sum(len(output.given or ()) for output in known),
        "control_share": share,
    }
    return given, {**origin, **counts}


def _read_round(
    run: JobRun, tasks: Sequence[PlannedTask], asked: dict[str, Any]
) -> tuple[dict[Key, Marks], dict[str, Any]]:
    earlier = find_round_with_marks(run.job.project, asked["judging_round"])
    if earlier is None:
        raise DomainError(f"Judging round {asked['judging_round']} no longer exists. Choose another origin of marks.")
    return read_marks_of_round(earlier), {"from": "judging round", "name": earlier.name, "number": earlier.number}


def _read_file(
    run: JobRun, tasks: Sequence[PlannedTask], asked: dict[str, Any]
) -> tuple[dict[Key, Marks], dict[str, Any]]:
    """Read the first rating of each translation. A file without texts has nothing by which it could be matched."""
    upload = Upload.objects.get(pk=asked["upload"], project=run.job.project)
    with local_copies(run.job.project, {"ratings": upload.pk}) as paths:
        try:
            span_format = detect_format(paths["ratings"])
            if span_format is None:
                titles = ", ".join(each.title for each in FORMATS.values())
                raise DomainError(f"{upload.name} has no error spans. Formats: {titles}.")
            file = RatingFile(paths["ratings"])
            rated = read_ratings(span_format, file)
        except FormatError as fault:
            where = f"line {fault.line}: " if fault.line else ""
            raise DomainError(f"{upload.name}: {where}{fault.sentence}") from fault
    origin = {"from": "file", "name": upload.name, "sha256": upload.sha256, "format": span_format.title}
    return _match(tasks, rated), {**origin, "left_out": len(file.rejected)}


def _match(tasks: Sequence[PlannedTask], rated: Sequence[RatedTranslation]) -> dict[Key, Marks]:
    """Return the marks of the first rating with the same texts, spaces aside."""
    first: dict[tuple[str, str], Marks] = {}
    for rating in rated:
        marks = tuple(normalise_place(mark, rating.target) if mark.side != SOURCE else mark for mark in rating.spans)
        first.setdefault((_join(rating.source), _join(rating.target)), marks)
    matched: dict[Key, Marks] = {}
    for task in tasks:
        for output in task.outputs:
            key = _join(task.source), output.text
            if key in first:
                matched[task.segment, task.position, output.text] = first[key]
    return matched


def _join(text: str) -> str:
    return " ".join(text.split())
