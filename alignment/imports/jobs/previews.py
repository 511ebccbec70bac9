"""The job that previews a parallel text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from tempfile import TemporaryFile
from typing import Any

from alignment.formats import Pair, Rejected
from alignment.formats.parallel.lines import BLANK
from alignment.imports.jobs.copy_rows import PIECE, keep_rows, write_row
from alignment.imports.jobs.repeated_ids import SeenIds
from alignment.imports.jobs.texts import (
    SHOWN_PAIRS,
    SIDES,
    TextFiles,
    find_links_format,
    find_target_words,
    find_text_files,
    open_rows,
    require_target_words,
)
from alignment.imports.line_ranges import LineRanges, Removals, Replacements
from alignment.imports.queries import KnownTexts, count_known_words, find_known_texts
from alignment.imports.wrong_columns import Content, find_content
from alignment.pairs.raw_text import TextSigns
from annotation_site.jobs.files import describe_files
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.faults import Untranslated
from annotation_site.texts.language_signs import find_mixup

SHOWN_REJECTED = 100
# More running words do not make a language plainer.
MOST_WORDS = 20_000
# So many rows show what a side is; one in ten may be something else, such as a heading.
MOST_ROWS = 1000
SHARE_OF_ROWS = 0.9


class Side:
    """The tokens of one side: all are counted, the first words told apart."""

    def __init__(self) -> None:
        self.tokens = self.longest = 0
        self._words = Counter[str]()
        self._contents = Counter[Content | None]()

    def add(self, text: str, tokens: Sequence[str]) -> None:
        """Count the tokens of a sentence."""
        number = len(tokens)
        self.tokens += number
        if number > self.longest:
            self.longest = number
        if self.tokens <= MOST_WORDS:
            self._words.update(tokens)
        if self._contents.total() < MOST_ROWS:
            self._contents[find_content(text)] += 1

    def words(self) -> Counter[str]:
        """Return the counts of the first words, in lower case."""
        counts = Counter[str]()
        for word, count in self._words.items():
            counts[word.lower()] += count
        return counts

    def find_content(self) -> Content | None:
        """Return what nearly every row is a list of, or None if the side is text."""
        content, count = self._contents.most_common(1)[0] if self._contents else (None, 0)
        return content if count >= SHARE_OF_ROWS * self._contents.total() else None


class Contents:
    """The contents of a text, gathered row by row."""

    def __init__(self, known: KnownTexts) -> None:
        self.known = known
        self.pairs = self.rejections = 0
        self.source, self.target = Side(), Side()
        self.shown: list[dict[str, Any]] = []
        self.rejected: list[dict[str, Any]] = []
        self.replaced, self.removed = Replacements(), Removals()
        self.repeated, self.blank = LineRanges(), LineRanges()
        self.untranslated = 0
        self.has_names, self.has_any_name = True, False

    def reject(self, row: Rejected) -> None:
        """Count a row that is left out: an error, or a segment without translation."""
        if isinstance(row, Untranslated):
            self.untranslated += 1
            return
        self.rejections += 1
        if row.reason == BLANK:
            self.blank.add(row.line)
        if len(self.rejected) < SHOWN_REJECTED:
            self.rejected.append({"line": row.line, "reason": row.reason, "text": row.text})

    def add(self, pair: Pair) -> None:
        """Count a pair that can be imported."""
        source, target = pair.source_tokens or (), pair.target_tokens or ()
        self.pairs += 1
        self.source.add(pair.source, source)
        self.target.add(pair.target, target)
        self.has_names = self.has_names and pair.identifier is not None
        self.has_any_name = self.has_any_name or pair.identifier is not None
        self.replaced.add(pair)
        self.removed.add(pair)
        if pair in self.known:
            self.repeated.add(pair.line)
        if len(self.shown) < SHOWN_PAIRS:
            self.shown.append({"identifier": pair.identifier or "", "source": list(source), "target": list(target)})

    def to_json(self) -> dict[str, Any]:
        sides = {"source": self.source.find_content(), "target": self.target.find_content()}
        return {
            "not_text": {side: content for side, content in sides.items() if content},
            "counts": {
                "pairs": self.pairs,
                "source_tokens": self.source.tokens,
                "target_tokens": self.target.tokens,
                "rejected": self.rejections,
            },
            "longest": {"source": self.source.longest, "target": self.target.longest},
            "shown": self.shown,
            "rejected": self.rejected,
            "replaced": self.replaced.to_json(),
            "removed": self.removed.to_json(),
            "repeated": self.repeated.to_json(),
            "blank": self.blank.to_json(),
            "untranslated": self.untranslated,
        }


@job("import_preview", "Import preview", result=ResultPage("alignment:import_preview", "Show preview", by="job"))
def preview_import(run: JobRun) -> None:
    """Read the whole text once, report the rows that an import would include, change and skip, and keep those that it
    would include.
    """
    files = find_text_files(run)
    require_target_words(run, files)
    contents, seen = Contents(find_known_texts(run.job.project)), SeenIds(run.job.project)
    target_words = find_target_words(run)
    with TemporaryFile(buffering=PIECE) as file:
        with open_rows(run, files) as rows:
            for row in () if files.table and files.table.fault else rows:
                if isinstance(row, Rejected):
                    contents.reject(row)
                else:
                    contents.add(row)
                    seen.add(row)
                    file.write(write_row(row, target_words) + b"\n")
        repeated_ids = seen.to_json(file)
        _complete(run, files, contents, repeated_ids, partial(keep_rows, run, file, target_words))


def _complete(
    run: JobRun,
    files: TextFiles,
    contents: Contents,
    repeated_ids: dict[str, Any],
    keep: Callable[[], dict[str, Any]],
) -> None:
    described = contents.to_json()
    sides = contents.source.words(), contents.target.words()
    # Of a side that is no text, letters such as the S of 3-4S say nothing about its language.
    is_text = not described["not_text"]
    mixup = find_mixup(sides, files.languages, count_known_words(run.job.project)) if is_text else None
    changes_lines = contents.rejections or contents.replaced.lines.count
    with run.completing() as result:
        result |= {
            **described,
            "format": files.layout.name,
            "looks_like": files.looks_like.name if files.looks_like else "",
            "reason": files.looks_like.reason if files.looks_like else "",
            "encodings": list(files.encodings),
            "mixup": mixup or "",
            "tokens": dict(zip(SIDES, files.methods, strict=True)),
            "punctuation": {side: _signs_to_json(signs) for side, signs in zip(SIDES, files.signs, strict=True)},
            "file_languages": asdict(files.memory) if files.memory else None,
            "has_line_ids": not files.layout.keeps_identifiers and contents.has_any_name,
            "repeated_ids": repeated_ids,
            "links": find_links_format(files),
            "table": files.table.description if files.table else None,
            "table_fault": files.table.fault if files.table else "",
            "gets_line_numbers": bool(changes_lines) and not contents.has_names and files.layout.has_lines,
            "files": describe_files(files.uploads),
            **({"rows": keep()} if contents.pairs else {}),
        }


def _signs_to_json(signs: TextSigns) -> dict[str, Any]:
    return {"words": signs.words, "attached": signs.attached, "alone": signs.alone, "is_raw": signs.is_raw}
