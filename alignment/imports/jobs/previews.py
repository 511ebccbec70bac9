"""The job that previews a parallel text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from alignment.formats import Pair, Rejected
from alignment.imports.jobs.texts import SHOWN_PAIRS, find_text_files, open_rows, require_target_words
from alignment.imports.line_ranges import LineRanges, Replacements
from alignment.imports.queries import KnownTexts, count_known_words, find_known_texts
from annotation_site.jobs.files import describe_files
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.language_signs import find_mixup

SHOWN_REJECTED = 100
# More running words do not make a language plainer.
MOST_WORDS = 20_000


class Contents:
    """The contents of a text, gathered row by row."""

    def __init__(self, known: KnownTexts) -> None:
        self.known = known
        self.counts = {"pairs": 0, "source_tokens": 0, "target_tokens": 0, "rejected": 0}
        self.longest = {"source": 0, "target": 0}
        self.shown: list[dict[str, Any]] = []
        self.rejected: list[dict[str, Any]] = []
        self.replaced, self.repeated = Replacements(), LineRanges()
        self.words = Counter[str](), Counter[str]()
        self.has_names = True

    def reject(self, row: Rejected) -> None:
        self.counts["rejected"] += 1
        if len(self.rejected) < SHOWN_REJECTED:
            self.rejected.append({"line": row.line, "reason": row.reason, "text": row.text})

    def add(self, pair: Pair) -> None:
        """Count a pair that can be imported."""
        source, target = pair.source_tokens or (), pair.target_tokens or ()
        self.counts["pairs"] += 1
        for side, tokens, words in zip(("source", "target"), (source, target), self.words, strict=True):
            self.counts[f"{side}_tokens"] += len(tokens)
            self.longest[side] = max(self.longest[side], len(tokens))
            if self.counts[f"{side}_tokens"] <= MOST_WORDS:
                words.update(map(str.lower, tokens))
        self.has_names = self.has_names and pair.identifier is not None
        self.replaced.add(pair)
        if pair in self.known:
            self.repeated.add(pair.line)
        if len(self.shown) < SHOWN_PAIRS:
            self.shown.append({"identifier": pair.identifier or "", "source": list(source), "target": list(target)})

    def to_json(self) -> dict[str, Any]:
        return {
            "counts": self.counts,
            "longest": self.longest,
            "shown": self.shown,
            "rejected": self.rejected,
            "replaced": self.replaced.to_json(),
            "repeated": self.repeated.to_json(),
        }


@job("import_preview", "Import preview", result=ResultPage("alignment:import_preview", "Show preview", by="job"))
def preview_import(run: JobRun) -> None:
    """Read the whole text once and report the rows that an import would include, change and skip."""
    files = find_text_files(run)
    require_target_words(run, files)
    found = Contents(find_known_texts(run.job.project))
    with open_rows(run, files) as rows:
        for row in rows:
            if isinstance(row, Rejected):
                found.reject(row)
            else:
                found.add(row)
    mixup = find_mixup(found.words, files.languages, count_known_words(run.job.project))
    changes_lines = found.counts["rejected"] or found.replaced.lines.count
    with run.completing() as result:
        result |= {
            **found.to_json(),
            "format": files.layout.name,
            "looks_like": files.looks_like.name if files.looks_like else "",
            "reason": files.looks_like.reason if files.looks_like else "",
            "encodings": list(files.encodings),
            "mixup": mixup or "",
            "gets_line_numbers": bool(changes_lines) and not found.has_names and not files.layout.reads_bytes,
            "files": describe_files(files.uploads),
        }
