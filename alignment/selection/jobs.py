"""Job of selections: select pairs of an uploaded text and store them as a file that can be imported."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import IO, Any

from alignment.formats import PARALLEL_FORMATS, FormatError, detect_file_encoding, open_text
from alignment.imports.jobs.texts import SHOWN_PAIRS, SIDES, TextFiles, find_text_files
from alignment.imports.line_ranges import Removals, Replacements
from alignment.selection import (
    Selection,
    SelectionSettings,
    Selector,
    Vocabulary,
    count_vocabulary,
    read_frequency_list,
)
from annotation_site.jobs.files import describe_files
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.texts.tokens import tokenise
from annotation_site.web.exceptions import DomainError

CHOSEN_FORMAT = "jsonl"
_REPORT_EVERY = 10_000


@job("selection", "Selection", result=ResultPage("alignment:selection", "Show selection", by="job"))
def select_sentences(run: JobRun) -> None:
    """Select pairs in three passes over the text, in bounded memory; they become an upload of the project."""
    settings = SelectionSettings.from_json(run.parameters["settings"])
    text = find_text_files(run)
    if text.memory and text.memory.question:
        advice = "Convert it to another format with the two languages that you need (convert --source-language …)."
        raise DomainError(f"{text.uploads[0].name}: {text.memory.question} {advice}")
    try:
        source, target = (_read_vocabulary(run, text, side, settings) for side in SIDES)
        split = tuple(_splitter(run, text, side) for side in SIDES)
        selector = Selector(text.rows, (split[0], split[1]), (source, target), settings, run.report)
        selection = selector.select()
        with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as profile:
            written = _write_chosen(file, selector, selection)
            if selection.profile is not None:
                selection.profile.write(profile)
            with run.completing() as result:
                chosen = keep_made_file(run.job, file, f"selection-{run.job.pk}.jsonl")
                sample = keep_made_file(run.job, profile, f"selection-{run.job.pk}-profile.npz")
                training = {
                    side: vocabulary and vocabulary.to_json()
                    for side, vocabulary in zip(SIDES, (source, target), strict=True)
                }
                files = [*text.uploads, *_training_uploads(run), chosen]
                result |= {
                    **selection.to_json(),
                    "training": training,
                    "chosen_upload": chosen.pk,
                    "profile_upload": sample.pk,
                    "counts": {"pairs": len(selection.numbers), "rejected": 0},
                    # What an import of the chosen file needs to know.
                    "encodings": ["utf-8"],
                    "tokens": dict(zip(SIDES, text.methods, strict=True)),
                    "files": describe_files(files),
                    **written,
                    "summary": _summarise(selection),
                }
    except FormatError as error:
        raise DomainError(str(error)) from error


def _splitter(run: JobRun, text: TextFiles, side: str) -> Any:
    method = text.methods[SIDES.index(side)]
    return partial(tokenise, language=run.parameters[f"{side}_language"], method=method)


def _training_uploads(run: JobRun) -> list[Upload]:
    keys = [run.parameters[f"{side}_training"] for side in SIDES]
    return list(run.job.project.uploads.filter(pk__in=[key for key in keys if key]).order_by("pk"))


def _read_vocabulary(run: JobRun, text: TextFiles, side: str, settings: SelectionSettings) -> Vocabulary | None:
    """Return the vocabulary, counted or read from a list; None if the side has neither."""
    key = run.parameters[f"{side}_training"]
    if key is None:
        return None
    upload = run.job.project.uploads.get(pk=key)
    with upload.file.open("rb") as file:
        encoding = run.parameters["encoding"] or detect_file_encoding(file, upload.name)
        with closing(open_text(file, encoding, upload.name)) as lines:
            reported = _report_lines(run, lines)
            if run.parameters["training_kind"] == "list":
                return read_frequency_list(reported, fold_case=settings.fold_case, name=upload.name)
            return count_vocabulary(
                reported, _splitter(run, text, side), fold_case=settings.fold_case, name=upload.name
            )


def _report_lines(run: JobRun, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; regularly report progress, and stop if the job was cancelled."""
    for number, line in enumerate(lines):
        if number % _REPORT_EVERY == 0:
            run.report(0)
        yield line


def _write_chosen(file: IO[bytes], selector: Selector, selection: Selection) -> dict[str, Any]:
    """Write the selected pairs to a file; return the first ones, and those whose characters changed, for the page."""
    shown: list[dict[str, Any]] = []
    replaced, removed = Replacements(), Removals()
    pairs = selector.read_chosen(selection)
    for pair in pairs:
        (piece,) = next(PARALLEL_FORMATS[CHOSEN_FORMAT].write([pair]))
        file.write(piece.encode())
        replaced.add(pair)
        removed.add(pair)
        if len(shown) < SHOWN_PAIRS:
            shown.append(
                {
                    "identifier": pair.identifier,
                    "source": list(pair.source_tokens or ()),
                    "target": list(pair.target_tokens or ()),
                    "source_words": list(pair.source_target_words or ()),
                    "target_words": list(pair.target_target_words or ()),
                }
            )
    return {"shown": shown, "replaced": replaced.to_json(), "removed": removed.to_json()}


def _summarise(selection: Selection) -> str:
    words = selection.target_words.total()
    return f"{selection.chosen.pairs:,} of {selection.corpus.pairs:,} pairs selected, {words:,} words to align."
