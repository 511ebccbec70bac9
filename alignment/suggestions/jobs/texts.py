"""The text that an aligner reads: of the project's pairs, after a training text if there is one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair
from alignment.suggestions.aligners import write_words
from alignment.suggestions.jobs.storing import stream_pairs
from annotation_site.jobs.running import JobRun
from annotation_site.texts.tokens import tokenise
from annotation_site.web.exceptions import DomainError

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
        for done, row in enumerate(pairs):
            if done % _REPORT_EVERY == 0:
                run.report(0)
            files[0].write(write_words(row.source_tokens))
            files[1].write(write_words(row.target_tokens))
            text.items.append(row.item_id)
    return text


def _read_training(run: JobRun) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield pairs of the training text that have words on both sides."""
    uploads = [run.job.project.uploads.get(pk=key) for key in run.parameters["training"]]
    languages = (run.parameters["source_language"], run.parameters["target_language"])
    moses = PARALLEL_FORMATS["moses"]
    with ExitStack() as stack:
        files = [stack.enter_context(upload.file.open("rb")) for upload in uploads]
        encodings = [moses.detect_encoding(file, upload.name) for file, upload in zip(files, uploads, strict=True)]
        rows = stack.enter_context(closing(moses.read_files(files, [upload.name for upload in uploads], encodings)))
        try:
            for number, row in enumerate(rows, start=1):
                if number % _REPORT_EVERY == 0:
                    run.report(0)
                if isinstance(row, Pair):
                    sides = zip((row.source, row.target), languages, strict=True)
                    source, target = (tuple(tokenise(*side, run.parameters["tokens"])) for side in sides)
                    yield source, target
        except FormatError as error:
            raise DomainError(str(error)) from error
