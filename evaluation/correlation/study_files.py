"""Tables of judgements from finished studies: scores, preferences between two systems, rankings of several.

The columns of a table determine its kind. Every fault is a FormatError, which names file and line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType

from alignment.formats import FormatError
from annotation_site.tables.checks import describe_same_answers
from annotation_site.tables.columns import Assignment, Role
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import read_whole_number
from annotation_site.tables.reading import Table
from annotation_site.tables.similar_names import describe_similar_names, find_similar_names
from annotation_site.texts.faults import Rejected
from evaluation.correlation.study_columns import (
    OPTIONAL,
    PREFERENCES,
    SCORES,
    VERDICTS,
    find_layout,
)
from evaluation.files.judgement_roles import ANNOTATOR, SEGMENT, find_system_columns
from evaluation.files.numbers import NumberColumn
from evaluation.judging.methods import EQUAL, FIRST_BETTER, SECOND_BETTER

# Rankings as the Workshop on Machine Translation publishes them: any number of systemNId with systemNrank.
RANKED = re.compile(r"system(\d+)Id")
SEGMENTS, JUDGE = ("srcIndex", "segmentId"), "judgeId"
LANGUAGES = ("srclang", "trglang")
NOT_RANKED = ("-1", "-1.0")
LONGEST_ANNOTATOR = 80
MOST_NAMED = 5
_VERDICTS = {"first": FIRST_BETTER, "equal": EQUAL, "second": SECOND_BETTER,
             "1": FIRST_BETTER, "2": EQUAL, "3": SECOND_BETTER}  # fmt: skip


def name_most(left_out: Counter[str]) -> str:
    """Return the commonest names with their counts, and the number of the others."""
    named = ", ".join(f"{count:,} of “{name[:60]}”" for name, count in left_out.most_common(MOST_NAMED))
    return f"{named} and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else named


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One annotator's score of one translation."""

    segment: int
    annotator: str
    system: int
    score: float
    expression: int | None = None


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """One annotator's preference between two translations; systems are given by their keys."""

    segment: int
    annotator: str
    first: int
    second: int
    verdict: int
    expression: int | None = None


@dataclass(frozen=True, slots=True)
class StudyReader:
    """Judgements checked against a test set: its systems (names to keys), its segments, and the labels of expressions.

    Judgements of systems that the test set does not have are left out, and counted by the system's name.
    """

    path: str
    systems: Mapping[str, int]
    segments: int
    labels: Mapping[int, Sequence[str]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    checks: list[str] = field(default_factory=list)
    annotators: dict[str, None] = field(default_factory=dict)

    def read_rows(self, table: Table, assignment: Assignment | None) -> Iterator[ScoreRow | PreferenceRow]:
        """Yield the judgements of a table; without an assignment it holds rankings as of WMT."""
        if assignment is None:
            yield from self._parse_rankings(table)
            return
        layout = find_layout(assignment, self.path, table.columns)
        if layout == "scores":
            yield from self._parse_scores(table, assignment)
        elif layout == "scores by system":
            yield from self._parse_score_columns(table, assignment)
        elif layout == "verdicts":
            yield from self._parse_verdicts(table, assignment)
        else:
            yield from self._parse_better(table, assignment)

    def _parse_scores(self, table: Table, assignment: Assignment) -> Iterator[ScoreRow]:
        """Yield a score for each row; raise FormatError if an annotator scores the same translation or expression
        twice.
        """
        seen: set[tuple[object, ...]] = set()
        numbers = self._number_column(table, assignment["score"][0])
        for line, (system, segment, annotator, score), more in self._iterate_rows(table, assignment, SCORES):
            if not self.knows(system) or (value := numbers.read(line, score)) is None:
                continue
            yield self._score(seen, line, (system, segment, annotator), value, more)
        self.checks.append(numbers.describe_missing())

    def _parse_score_columns(self, table: Table, assignment: Assignment) -> Iterator[ScoreRow]:
        """Yield a score for each row and each system with a column of its own."""
        seen: set[tuple[object, ...]] = set()
        columns = find_system_columns(assignment)
        numbers = {
            system: self._number_column(table, column, f"score of {system}") for system, column in columns.items()
        }
        roles = (SEGMENT, ANNOTATOR)
        for line, cells, more in self._iterate_rows(table, assignment, roles, list(columns.values())):
            segment, annotator, *scores = cells
            for system, score in zip(columns, scores, strict=True):
                if self.knows(system) and (value := numbers[system].read(line, score)) is not None:
                    yield self._score(seen, line, (system, segment, annotator), value, more)
        self.checks.extend(column.describe_missing() for column in numbers.values())

    def _score(
        self,
        seen: set[tuple[object, ...]],
        line: int,
        names: tuple[str, str, str],
        value: float,
        more: Mapping[str, str],
    ) -> ScoreRow:
        system, segment, annotator = names
        number = self._segment(line, segment)
        row = ScoreRow(
            number,
            self._annotator(line, annotator),
            self.systems[system],
            value,
            self._expression(line, number, more),
        )
        key = (row.system, row.segment, annotator, row.expression)
        if key in seen:
            raise self._fault(line, f"{annotator} has already scored segment {segment} of {system}.")
        seen.add(key)
        return row

    def _number_column(self, table: Table, column: str, title: str = "") -> NumberColumn:
        texts = [text for _, (text,) in self._iterate_cells(table, [column])]
        return NumberColumn(self.path, column, texts=texts, title=title)

    def describe_rest(self) -> str:
        """Return sentences on rows without a score, names that are probably one, and the judgements of systems that the
        test set does not have; or nothing.
        """
        sentences = [*self.checks, describe_similar_names(find_similar_names(self.annotators))]
        if self.left_out:
            sentences.append(
                f"Left out because this test set has no translation by these systems: {name_most(self.left_out)}."
            )
        return "".join(f" {sentence}" for sentence in sentences if sentence)

    def _iterate_cells(self, table: Table, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield the line and the cells of some columns; raise FormatError for a row with too few or too many."""
        for batch in table.read_columns(columns, pads=False):
            if isinstance(batch, Rejected):
                raise self._fault(batch.line, batch.reason)
            yield from zip(batch.lines, map(list, zip(*batch.columns, strict=True)), strict=True)

    def _iterate_rows(
        self, table: Table, assignment: Assignment, roles: Sequence[Role], others: Sequence[str] = ()
    ) -> Iterator[tuple[int, list[str], dict[str, str]]]:
        """Yield the line, the cells of the roles and of other columns, and the optional cells that the table has."""
        required = [role.name for role in roles]
        there = [role.name for role in OPTIONAL if role.name not in required and assignment.get(role.name)]
        columns = [assignment[name][0] for name in required] + list(others) + [assignment[name][0] for name in there]
        count = len(columns) - len(there)
        for line, cells in self._iterate_cells(table, columns):
            yield line, cells[:count], dict(zip(there, cells[count:], strict=True))

    def _parse_verdicts(self, table: Table, assignment: Assignment) -> Iterator[PreferenceRow]:
        for line, (segment, annotator, first, second, verdict), more in self._iterate_rows(table, assignment, VERDICTS):
            value = _VERDICTS.get(verdict.lower()) or {first: FIRST_BETTER, second: SECOND_BETTER}.get(verdict)
            if value is None:
                raise self._fault(line, f"“{verdict[:40]}” is not a verdict. Use first, second or equal.")
            if self.knows(first, second):
                yield self._compare(line, segment, self._annotator(line, annotator), (first, second), value, more)

    def _parse_better(self, table: Table, assignment: Assignment) -> Iterator[PreferenceRow]:
        for line, (segment, better, worse), more in self._iterate_rows(table, assignment, PREFERENCES):
            annotator = self._annotator(line, more["annotator"]) if "annotator" in more else ""
            if self.knows(better, worse):
                yield self._compare(line, segment, annotator, (better, worse), FIRST_BETTER, more)

    def _parse_rankings(self, table: Table) -> Iterator[PreferenceRow]:
        """Yield a row for every two systems that a judgement ranks or finds equally good."""
        header = table.columns
        positions = _list_ranked(header)
        names, ranks = (
            [f"system{position}Id" for position in positions],
            [f"system{position}rank" for position in positions],
        )
        segment_column = next(name for name in SEGMENTS if name in header)
        languages = [name for name in LANGUAGES if name in header]
        pair: list[str] = []
        for line, cells in self._iterate_cells(table, [segment_column, JUDGE, *names, *ranks, *languages]):
            segment, annotator = cells[0], self._annotator(line, cells[1])
            named, given = cells[2 : 2 + len(names)], cells[2 + len(names) : 2 + 2 * len(names)]
            here = cells[2 + 2 * len(names) :]
            if (pair := pair or here) != here:
                raise self._fault(
                    line, f"The rankings have two language pairs, {'–'.join(pair)} and {'–'.join(here)}. Keep one."
                )
            ranked = [
                (system, self._rank(line, rank))
                for system, rank in zip(named, given, strict=True)
                if system and rank not in NOT_RANKED and not is_missing(rank)
            ]
            known = [(system, rank) for system, rank in ranked if self.knows(system)]
            for (first, one), (second, other) in combinations(known, 2):
                yield self._compare(line, segment, annotator, (first, second), _compare_ranks(one, other))

    def _compare(
        self,
        line: int,
        segment: str,
        annotator: str,
        names: tuple[str, str],
        verdict: int,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> PreferenceRow:
        first, second = (self.systems[name] for name in names)
        if first == second:
            raise self._fault(line, f"{names[0]} is compared with itself.")
        number = self._segment(line, segment)
        return PreferenceRow(number, annotator, first, second, verdict, self._expression(line, number, more))

    def _expression(self, line: int, segment: int, more: Mapping[str, str]) -> int | None:
        """Return the expression's position from 0, given by position from 1 or by label; None without a cell."""
        text = more.get("expression", "")
        if not text:
            return None
        labels = list(self.labels.get(segment, ()))
        if text.isdecimal() and len(text) < 5 and 1 <= int(text) <= len(labels):
            return int(text) - 1
        if labels.count(text) == 1:
            return labels.index(text)
        ways = f"give a number from 1 to {len(labels)} or a label" if labels else "it has no marked expressions"
        raise self._fault(line, f"Segment {segment} has no expression “{text[:40]}”; {ways}.")

    def _segment(self, line: int, text: str) -> int:
        number = read_whole_number(text) if len(text) < 12 else None
        if number is None or not 1 <= number <= self.segments:
            raise self._fault(line, f"There is no segment “{text[:20]}”; segments are 1 to {self.segments}.")
        return number

    def knows(self, *names: str) -> bool:
        """Return whether the test set has these systems; count the judgement for each that it has not."""
        unknown = {name for name in names if name not in self.systems}
        self.left_out.update(unknown)
        return not unknown

    def _annotator(self, line: int, name: str) -> str:
        if not name or len(name) > LONGEST_ANNOTATOR:
            raise self._fault(line, f"The name of an annotator must have 1 to {LONGEST_ANNOTATOR} characters.")
        self.annotators.setdefault(name)
        return name

    def _rank(self, line: int, text: str) -> int:
        rank = read_whole_number(text) if len(text) < 7 else None
        if rank is None or rank < 0:
            raise self._fault(line, f"“{text[:20]}” is not a rank. Use −1 for systems that were not ranked.")
        return rank

    def _fault(self, line: int, sentence: str) -> FormatError:
        return FormatError(self.path, line, sentence)


def holds_rankings(header: Sequence[str]) -> bool:
    """Return whether the columns are those of rankings as WMT publishes them."""
    return len(_list_ranked(header)) > 1 and JUDGE in header and any(name in header for name in SEGMENTS)


def find_twins(rows: Sequence[ScoreRow | PreferenceRow]) -> list[str]:
    """Return sentences on annotators whose judgements are all the same, as where a file was taken for another's."""
    answers: dict[str, dict[object, object]] = {}
    for row in rows:
        if isinstance(row, ScoreRow):
            key, given = (row.segment, row.system, row.expression), row.score
            answers.setdefault(row.annotator, {})[key] = given
        else:
            compared = (row.segment, row.first, row.second, row.expression)
            answers.setdefault(row.annotator, {})[compared] = row.verdict
    return describe_same_answers(answers)


def _list_ranked(header: Sequence[str]) -> list[str]:
    """Return the numbers of the systems in a row of rankings."""
    matches = [match[1] for name in header if (match := RANKED.fullmatch(name))]
    return [number for number in matches if f"system{number}rank" in header]


def _compare_ranks(first: float, second: float) -> int:
    """Return the verdict of a ranking, in which the lower number is the better one."""
    if first == second:
        return EQUAL
    return FIRST_BETTER if first < second else SECOND_BETTER
