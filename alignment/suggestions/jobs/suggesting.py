"""Jobs of suggestions: links of a file or an aligner become suggestions for pairs that nobody has begun."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from alignment.formats import AlignedSentence, FormatError
from alignment.formats.link_files import LinkFile
from alignment.formats.matching import match_sentences
from alignment.suggestions.aligners import (
    ALIGNERS,
    Aligner,
    Directions,
    Eflomal,
    Encoder,
    label_links,
)
from alignment.suggestions.jobs.storing import SuggestedLinks, replace_suggestions, stage_suggestions, stream_pairs
from alignment.suggestions.jobs.texts import WrittenText, write_text
from alignment.suggestions.models import AlignerPriors
from alignment.suggestions.queries import find_suggestions, read_linker
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.operations.services import record_operation
from annotation_site.programs.running import ProgramError
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

SUGGESTED = ResultPage("alignment:suggestions", "Show suggestions")


@job("suggestions", "Suggestions", result=SUGGESTED, brings=find_suggestions)
def take_suggestions(run: JobRun) -> None:
    """Replace the suggestions of all pairs that nobody has begun, or of none if the file does not fit.

    Pairs already assigned keep theirs: suggestions never change while an annotator works.
    """
    parameters, project = run.parameters, run.job.project
    upload = Upload.objects.get(pk=parameters["upload"], project=project)
    file = LinkFile(
        upload.name,
        parameters["format"],
        parameters["is_reversed"],
        lambda: closing(upload.file.open("rb")),
        text="the project",
    )
    try:
        file = file.settled()
        with closing(stream_pairs(project)) as pairs_to_look_at:
            base = file.find_base(parameters["base"], pairs_to_look_at)
        with run.completing() as result, connection.cursor() as cursor:
            # Closed before the transaction ends: the rows come through a cursor of the database.
            with closing(stream_pairs(project)) as pairs:
                matched = match_sentences(file, pairs, base)
                links = ((pair.item_id, _read_sentence(file, sentence)) for pair, sentence in matched)
                stage_suggestions(run, cursor, links, project.item_count)
            result |= {**replace_suggestions(cursor, project), "base": base, "format": file.format}
    except FormatError as error:
        raise DomainError(str(error)) from error


def _read_sentence(file: LinkFile, sentence: AlignedSentence) -> SuggestedLinks:
    confidences = sentence.confidences or {}
    if not all(0 <= confidence <= 1 for confidence in confidences.values()):
        raise FormatError(file.name, sentence.line, "A confidence is below 0 or above 1.")
    return SuggestedLinks(sentence.reading.links, confidences)


ALL_PAIRS, NEW_PAIRS = "all", "new"
NO_LINK = "The aligner found no links. Add a larger training text."
# The encoder links some 15 pairs a second: of a longer text the first pairs are linked and stored before the rest.
AT_ONCE, FIRST = 100, 30


def find_installed_aligners() -> list[str]:
    """Return the names of the aligners that the operator installed."""
    return [name for name in settings.ALIGNER_FOLDERS if is_installed(name)]


def is_installed(name: str) -> bool:
    """Return whether the aligner's program is in its folder now."""
    folder: str = settings.ALIGNER_FOLDERS.get(name, "")
    return bool(folder) and Path(folder, ALIGNERS[name].program).is_file()


def open_aligner(name: str) -> Aligner:
    """Return the aligner as installed here. Raise DomainError if it is not."""
    if not is_installed(name):
        raise DomainError(
            f"The aligner {name} is not installed on this site. Ask the operator, or import a file of links."
        )
    folder = Path(settings.ALIGNER_FOLDERS[name])
    if name == Encoder.name:
        return Encoder(folder, settings.ENCODER_FOLDER, settings.ENCODER_LAYERS)
    return ALIGNERS[name](folder)


@job("aligner", "Suggestions of an aligner", result=SUGGESTED, brings=find_suggestions)
def align_project(run: JobRun) -> None:
    """Suggest links for all pairs that nobody has begun, training on the whole text if the aligner learns; or only for
    those without suggestions, with the priors of the last training.
    """
    aligner = open_aligner(run.parameters["aligner"])
    is_new_only = run.parameters["pairs"] == NEW_PAIRS
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            has_training = aligner.learns and bool(run.parameters["training"]) and not is_new_only
            text = write_text(run, folder, has_training=has_training, only_bare=is_new_only)
            if not text.items:
                raise DomainError("All pairs have suggestions or are assigned, so there is nothing to align.")
            if isinstance(aligner, Encoder) and len(text.items) > AT_ONCE and not is_new_only:
                _suggest_first(run, aligner, text, folder)
            made, priors = _align(run, aligner, text, folder, is_new_only=is_new_only)
            _store(run, text, made, priors, only_bare=is_new_only)
    except (ProgramError, FormatError) as error:
        raise DomainError(str(error)) from error


def _suggest_first(run: JobRun, aligner: Encoder, text: WrittenText, folder: Path) -> None:
    """Store suggestions for the first pairs, so that nobody waits for the whole text. Those of the whole text, in which
    words are counted, replace them where nobody has begun.
    """
    into = folder / "first"
    into.mkdir()
    first = WrittenText(into / "source", into / "target", items=text.items[:FIRST])
    for part, whole in ((first.source, text.source), (first.target, text.target)):
        with whole.open(encoding="utf-8") as lines:
            part.write_text("".join(islice(lines, FIRST)), encoding="utf-8")
    made, _ = _align(run, aligner, first, into, is_new_only=False)
    labelled = list(_label(first, made))
    if not any(suggested.links for _, suggested in labelled):
        return
    with transaction.atomic(), connection.cursor() as cursor:
        stage_suggestions(run, cursor, labelled, len(text.items))
        stored = replace_suggestions(cursor, run.job.project, among=list(first.items))
        _record(run, made, stored["suggestions"])


def _align(
    run: JobRun, aligner: Aligner, text: WrittenText, folder: Path, *, is_new_only: bool
) -> tuple[Directions, Path | None]:
    """Return the links, and the file of priors if the aligner can keep them."""

    def watch() -> None:
        run.report(0)

    if isinstance(aligner, Encoder):
        linker = _write_linker(run.job.project, folder)
        return aligner.align(text.source, text.target, folder, linker=linker, watch=watch), None
    if not isinstance(aligner, Eflomal):
        return aligner.align(text.source, text.target, folder, watch=watch), None
    if is_new_only:
        kept = _fetch_priors(run, aligner, folder)
        return aligner.align(text.source, text.target, folder, priors=kept, watch=watch), None
    made = aligner.align(text.source, text.target, folder, watch=watch)
    return made, aligner.keep_priors(text.source, text.target, made, folder, watch=watch)


def _write_linker(project: Project, folder: Path) -> Path | None:
    """Return a file with what the encoder learnt last from the project's gold, if that was better."""
    latest = read_linker(project)
    if latest is None or not latest.is_used:
        return None
    path = folder / "linker"
    path.write_text(json.dumps(latest.learnt))
    return path


def _fetch_priors(run: JobRun, aligner: Aligner, folder: Path) -> Path:
    latest = (
        AlignerPriors.objects.filter(project=run.job.project, aligner=aligner.name).select_related("upload").first()
    )
    if latest is None:
        raise DomainError(f"{aligner.name} has not been trained on this project. Align all pairs first.")
    path = folder / "learnt"
    with latest.upload.file.open("rb") as kept, path.open("wb") as file:
        shutil.copyfileobj(kept, file)
    return path


def _store(run: JobRun, text: WrittenText, made: Directions, priors: Path | None, *, only_bare: bool) -> None:
    project = run.job.project
    with run.completing() as result, connection.cursor() as cursor:
        stage_suggestions(run, cursor, _label(text, made), len(text.items), none=NO_LINK)
        result |= replace_suggestions(cursor, project, only_bare=only_bare)
        origin = {"aligner": run.parameters["aligner"], **made.read_model()}
        result |= {**origin, "learnt_from": text.lines if priors else None}
        _record(run, made, result["suggestions"])
        if priors:
            with priors.open("rb") as file:
                upload = keep_made_file(run.job, file, f"{run.parameters['aligner']}-priors-{run.job.pk}.txt")
            AlignerPriors.objects.create(
                project=project,
                aligner=run.parameters["aligner"],
                upload=upload,
                pair_count=text.lines,
                job=run.job,
            )


def _record(run: JobRun, made: Directions, suggestions: int) -> None:
    """Keep for good, in the project's history, where its suggestions came from; the job goes one day."""
    payload = {
        "aligner": run.parameters["aligner"],
        **made.read_model(),
        "job": run.job.pk,
        "suggestions": suggestions,
    }
    record_operation(actor=run.job.requested_by, project=run.job.project, kind="suggest_links", payload=payload)


def _label(text: WrittenText, made: Directions) -> Iterator[tuple[int, SuggestedLinks]]:
    suggested = islice(zip(made.read(), made.read_confidences(), strict=True), text.training_lines, None)
    for item, ((forward, reverse), confidences) in zip(text.items, suggested, strict=True):
        yield item, SuggestedLinks(label_links(forward, reverse), confidences)
