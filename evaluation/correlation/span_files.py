"""Files of error spans as scores of a finished study.

A rater's own score (ESA) is kept; without scores, the sum of the weights of the errors (MQM) is, with a minus sign, so
that higher is better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from alignment.formats import FormatError
from annotation_site.texts.format_characters import clean
from evaluation.correlation.study_files import LONGEST_ANNOTATOR, ScoreRow, StudyReader, name_most
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.error_spans.registry import SpanFormat, read_ratings
from evaluation.files.score_files import SEGMENTS, read_scores
from evaluation.files.system_names import match_names
from evaluation.metrics.error_spans.schemes import add_weights

_Key = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class SegmentsBySource:
    """The segments of a test set by source text, and by their line in the whole text."""

    by_source: Mapping[str, Sequence[int]]
    by_line: Mapping[str, int]

    @classmethod
    def collect(cls, segments: Iterable[tuple[int, str, int | None]]) -> Self:
        """Return the segments from their number, source and line; the line is the number in a test set that is the
        whole text.
        """
        by_source: dict[str, list[int]] = defaultdict(list)
        by_line = {}
        for number, source, line in segments:
            by_source[_squeeze(source)].append(number)
            by_line[str(line or number)] = number
        return cls(by_source, by_line)

    def find(self, rated: RatedTranslation) -> int | None:
        """Return the number of the segment with this source text, the one at this line if several have it.

        Without a source text, the line alone decides. None: there is no such segment, or no telling which it is.
        """
        at_line = self.by_line.get(rated.seg_id)
        if not rated.source:
            return at_line
        numbers = self.by_source.get(_squeeze(rated.source), ())
        if at_line in numbers:
            return at_line
        return numbers[0] if len(numbers) == 1 else None


@dataclass(frozen=True, slots=True)
class SpanReader:
    """A file of error spans checked against a test set.

    Ratings of systems and source texts that the test set does not have are left out and counted; of a rater's several
    ratings of one translation, the last is kept.
    """

    reader: StudyReader
    segments: SegmentsBySource
    elsewhere: Counter[str] = field(default_factory=Counter)
    replaced: Counter[str] = field(default_factory=Counter)

    @property
    def path(self) -> str:
        """Return the file's path."""
        return self.reader.path

    def read_score_file(self) -> Iterator[ScoreRow]:
        """Yield the score of each translation in a file of mt-metrics-eval, which names no raters."""
        scores = read_scores(self.path)
        if self.segments.by_line and all(len(of_system) == 1 for of_system in scores.values()):
            raise FormatError(
                self.path, None, f"The file has scores of whole systems. Choose those of segments ({SEGMENTS})."
            )
        reader = self._match_systems(scores)
        for system, of_system in scores.items():
            if not reader.knows(system):
                continue
            for line, score in enumerate(of_system, 1):
                if score is None:
                    continue
                if number := self.segments.by_line.get(str(line)):
                    yield ScoreRow(number, "", reader.systems[system], score)
                else:
                    self.elsewhere[f"line {line}"] += 1

    def read_scores(self, span_format: SpanFormat) -> Iterator[ScoreRow]:
        """Yield a score for each rater and translation."""
        file = RatingFile(self.path)
        rated = read_ratings(span_format, file)
        self.reader.checks.append(file.describe_rejected())
        reader = self._match_systems(rating.system for rating in rated)
        has_scores = any(rating.score is not None for rating in rated)
        rows: dict[_Key, ScoreRow] = {}
        for rating in rated:
            if (has_scores and rating.score is None) or not reader.knows(rating.system):
                continue
            number = self.segments.find(rating)
            if number is None:
                self.elsewhere[" ".join(rating.source.split()) or rating.seg_id] += 1
                continue
            if len(rating.rater) > LONGEST_ANNOTATOR:
                raise FormatError(
                    self.path,
                    None,
                    f"The annotator “{rating.rater[:40]}…” has more than {LONGEST_ANNOTATOR} characters.",
                )
            key = number, rating.rater, reader.systems[rating.system]
            if rows.pop(key, None):
                self.replaced[rating.rater] += 1
            # 0 - 0 is 0, where -0.0 would show its sign.
            score = rating.score if rating.score is not None else 0 - add_weights(rating.spans)
            rows[key] = ScoreRow(number, rating.rater, key[2], score)
        yield from rows.values()

    def _match_systems(self, names: Iterable[str]) -> StudyReader:
        """Return the reader with the systems as the file names them, without regard to case, spaces and dashes."""
        systems = self.reader.systems
        matched = {name: systems[system] for system, name in match_names(dict.fromkeys(names), systems).items()}
        return replace(self.reader, systems={**systems, **matched})

    def describe_rest(self) -> str:
        """Return sentences on the ratings that were left out, or nothing."""
        sentences = self.reader.describe_rest()
        if self.elsewhere:
            sentences += f" Left out because no segment has this source text or number: {name_most(self.elsewhere)}."
        if self.replaced:
            sentences += (
                f" Replaced by a later rating of the same translation by the same annotator: {self.replaced.total():,}."
            )
        return sentences


def _squeeze(text: str) -> str:
    return " ".join(clean(text).split())
