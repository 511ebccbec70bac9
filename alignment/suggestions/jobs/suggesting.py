"""Jobs of suggestions: links of a file or an aligner become suggestions for pairs that nobody has begun."""

from __future__ import annotations

import shutil
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import connection

from alignment.formats import FormatError, detect_file_encoding, open_text
from alignment.formats.link_files import LinkFile
from alignment.formats.matching import match_links
from alignment.pairs.tokens import tokenise
from alignment.readings.links import Cell, Label
from alignment.suggestions.aligners import (
    ALIGNERS,
    Aligner,
    AlignerError,
    Directions,
    Eflomal,
    label_links,
    write_words,
)
from alignment.suggestions.jobs.rows import replace_suggestions, stage_suggestions, stream_pairs
from alignment.suggestions.models import AlignerPriors
from alignment.suggestions.queries import find_suggestions
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
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
                matched = ((pair.item_id, links) for pair, links in match_links(file, pairs, base))
                stage_suggestions(run, cursor, matched, project.item_count)
            result |= {**replace_suggestions(cursor, project), "base": base, "format": file.format}
    except FormatError as error:
        raise DomainError(str(error)) from error


ALL_PAIRS, NEW_PAIRS = "all", "new"
SIDES = ("source", "target")
_REPORT_EVERY = 10_000
NO_LINK = "The aligner found no links. Add a larger training text."


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
    return ALIGNERS[name](Path(settings.ALIGNER_FOLDERS[name]))


@dataclass(slots=True)
class WrittenText:
    """The lines an aligner reads: first those of a training text, then one for each of the project's pairs, `items`."""

    source: Path
    target: Path
    training_lines: int = 0
    items: array[int] = field(default_factory=lambda: array("q"))

    @property
    def lines(self) -> int:
        return self.training_lines + len(self.items)


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
            text = _write_text(run, folder, has_training=has_training, only_bare=is_new_only)
            if not text.items:
                raise DomainError("All pairs have suggestions or are assigned, so there is nothing to align.")
            made, priors = _align(run, aligner, text, folder, is_new_only=is_new_only)
            _store(run, text, made, priors, only_bare=is_new_only)
    except (AlignerError, FormatError) as error:
        raise DomainError(str(error)) from error


def _align(
    run: JobRun, aligner: Aligner, text: WrittenText, folder: Path, *, is_new_only: bool
) -> tuple[Directions, Path | None]:
    """Return the links, and the file of priors if the aligner can keep them."""

    def watch() -> None:
        run.report(0)

    if not isinstance(aligner, Eflomal):
        return aligner.align(text.source, text.target, folder, watch=watch), None
    if is_new_only:
        kept = _fetch_priors(run, aligner, folder)
        return aligner.align(text.source, text.target, folder, priors=kept, watch=watch), None
    made = aligner.align(text.source, text.target, folder, watch=watch)
    return made, aligner.keep_priors(text.source, text.target, made, folder, watch=watch)


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
        result |= {"aligner": run.parameters["aligner"], "learnt_from": text.lines if priors else None}
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


def _label(text: WrittenText, made: Directions) -> Iterator[tuple[int, dict[Cell, Label]]]:
    links = islice(made.read(), text.training_lines, None)
    for item, (forward, reverse) in zip(text.items, links, strict=True):
        yield item, label_links(forward, reverse)


def _write_text(run: JobRun, folder: Path, *, has_training: bool, only_bare: bool) -> WrittenText:
    text = WrittenText(folder / "source", folder / "target")
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("w", encoding="utf-8")) for path in (text.source, text.target)]
        if has_training:
            for pair in _read_training(run):
                for file, tokens in zip(files, pair, strict=True):
                    file.write(write_words(tokens))
                text.training_lines += 1
        pairs = stack.enter_context(closing(stream_pairs(run.job.project, only_bare=only_bare)))
        for place, row in enumerate(pairs):
            if place % _REPORT_EVERY == 0:
                run.report(0)
            files[0].write(write_words(row.source_tokens))
            files[1].write(write_words(row.target_tokens))
            text.items.append(row.item_id)
    return text


def _read_training(run: JobRun) -> Iterator[tuple[list[str], ...]]:
    """Yield pairs of the training text that have words on both sides."""
    with ExitStack() as stack:
        uploads = [run.job.project.uploads.get(pk=key) for key in run.parameters["training"]]
        files = [stack.enter_context(upload.file.open("rb")) for upload in uploads]
        sides = [
            stack.enter_context(closing(open_text(file, detect_file_encoding(file), upload.name)))
            for file, upload in zip(files, uploads, strict=True)
        ]
        languages = [run.parameters[f"{side}_language"] for side in SIDES]
        number = 0
        while True:
            lines = [next(side, None) for side in sides]
            if None in lines:
                break
            number += 1
            if number % _REPORT_EVERY == 0:
                run.report(0)
            tokens = tuple(
                tokenise(line or "", language, run.parameters["tokens"])
                for line, language in zip(lines, languages, strict=True)
            )
            if all(tokens):
                yield tokens
        for line, upload in zip(lines, uploads, strict=True):
            if line is not None:
                raise DomainError(
                    f"{upload.name} has more lines than the other file, which ends "
                    f"after line {number}. Line 7 of one must "
                    "translate line 7 of the other."
                )
