"""The text that an aligner reads: of the project's pairs, after a training text if there is one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from alignment.formats import detect_file_encoding, open_text
from alignment.pairs.tokens import tokenise
from alignment.suggestions.aligners import write_words
from alignment.suggestions.jobs.storing import stream_pairs
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError

SIDES = ("source", "target")
_REPORT_EVERY = 10_000


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


def write_text(run: JobRun, folder: Path, *, has_training: bool, only_bare: bool) -> WrittenText:
    """Write both sides into the folder, line for line."""
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
