"""Contents of a release of an evaluation and the numbers that follow from them: pure, so that anyone can verify it
without a database.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from annotation_site.releases.tables import Contents
from annotation_site.texts.batches import in_batches
from evaluation.judging.figures.adjudicated import Decided
from evaluation.judging.figures.agreement import RESAMPLES, SEED, report_judging_round
from evaluation.judging.figures.answer_table import AnswerTable, Question
from evaluation.judging.figures.answers import Unit
from evaluation.judging.figures.attention import AttentionCheck, AttentionPair, check_attention
from evaluation.judging.figures.report_rows import GivenMarksReport
from evaluation.judging.given_marks import pair_marks, report_given_marks
from evaluation.judging.methods import count_questions, is_penalty
from evaluation.measures.base import Measure
from evaluation.measures.breakdowns import break_down
from evaluation.measures.groups import ExpressionFacts, SegmentFacts
from evaluation.measures.registry import find_measure
from evaluation.measures.sums import summarise
from evaluation.metrics.error_spans.schemes import ErrorSpan
from evaluation.releases.files import VALUES
from evaluation.releases.records import Judging, ReleasedLinks, ReleasedScore, ReleasedValues, ReleasedVerdict
from evaluation.test_sets.files import SegmentRow

FORMAT = "interlinea-evaluation/1"
SEGMENTS_AT_A_TIME = 500
Numbers = dict[str, Any]


class SegmentsPart(NamedTuple):
    """Consecutive segments of a test set, the first of which has this number, with the outputs of these systems; those
    of which others are runs come with the first part.
    """

    first: int
    segments: Sequence[SegmentRow]
    systems: Sequence[str]
    runs: Mapping[str, str]


@dataclass
class Segments:
    """Facts about the segments that figures need, gathered while they are read or written."""

    facts: list[SegmentFacts] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, row: SegmentRow) -> None:
        """Count a segment."""
        expressions = [
            ExpressionFacts.of(row.source, marked.label, marked.expression_class, marked.source_spans)
            for marked in row.expressions
        ]
        self.facts.append(SegmentFacts(len(row.source.split()), expressions))
        self.counts["segments"] += 1
        self.counts["expressions"] += len(expressions)
        self.counts["references"] += len(row.references)
        self.counts["missing_outputs"] += sum(not text for text in row.hypotheses)

    @property
    def labels(self) -> list[list[str]]:
        labels = []
        for segment in self.facts:
            labels.append([expression.label for expression in segment.expressions])
        return labels


@dataclass
class Evaluation(Contents):
    """A test set with its outputs, as `systems` of a manifest describe them, and with scores and judgements, from which
    the numbers of a release follow.
    """

    systems: Mapping[str, Mapping[str, Any]]
    segments: Iterable[SegmentRow]
    scores: Sequence[ReleasedScore]
    judging: Sequence[Judging]
    verdicts: Sequence[ReleasedVerdict]
    # Read once, when they are written.
    links: Iterable[ReleasedLinks] = ()
    values: Iterable[ReleasedValues] = ()
    part_count: int = 1
    facts: Segments = field(default_factory=Segments)

    def parts(self) -> Iterator[SegmentsPart | Evaluation]:
        """Yield the segments, and count them; then the rest."""
        runs = {name: system["run_of"] for name, system in self.systems.items() if "run_of" in system}
        first = 1
        for segments in in_batches(self.segments, SEGMENTS_AT_A_TIME):
            for segment in segments:
                self.facts.add(segment)
            yield SegmentsPart(first, segments, list(self.systems), runs)
            first, runs = first + len(segments), {}
        yield self

    def to_numbers(self) -> Numbers:
        """Return counts, the board and the report of each judging round."""
        return self._numbers

    @cached_property
    def _numbers(self) -> Numbers:
        submitted = list(chain.from_iterable(judging.list_counted() for judging in self.judging))
        counts = self.facts.counts
        return {
            "counts": {
                **{name: counts[name] for name in ("segments", "expressions", "references")},
                "systems": len(self.systems),
                "missing_outputs": counts["missing_outputs"],
                "scores": len(self.scores),
                "judging_rounds": len(self.judging),
                "judgements": sum(not judgement.is_excluded for judgement in submitted),
                "excluded_judgements": sum(judgement.is_excluded for judgement in submitted),
                "adjudicated_judgements": sum(len(judging.decisions) for judging in self.judging),
                "study_judgements": len(self.verdicts),
            },
            "board": list(map(_board_row_to_json, self.scores)),
            "judging": [report_judging(judging) for judging in self.judging],
        }


def _board_row_to_json(score: ReleasedScore) -> Numbers:
    measure = find_measure(score.measure)
    first = score.result["figures"][measure.figures[0].name]
    return {"system": score.system, "measure": measure.title, "figure": first["value"]}


def find_measure_of(score: ReleasedScore, language: str) -> Measure[Any]:
    """Return the measure with its options, for this target language."""
    return find_measure(score.measure).with_options(score.options, language)


def compute_result(measure: Measure[Any], values: Sequence[Any], segments: Segments) -> Numbers:
    """Return the result of a score from the values of its segments."""
    sums = measure.start()
    sums.add(segments.labels, values)
    return _as_json({**summarise(measure, sums).to_json(), "groups": break_down(measure, segments.facts, values).rows})


def report_judging(judging: Judging) -> Numbers:
    """Return the report of a judging round as its page shows it, without excluded annotators, and the check of each
    annotator by attention items.
    """
    counted = [judgement for judgement in judging.judgements if not judgement.is_excluded]
    seconds: dict[str, list[float]] = {}
    for judgement in counted:
        seconds.setdefault(judgement.annotator, []).append(judgement.seconds)
    report = _as_json(asdict(report_judging_round(_tabulate(judging), seconds, _list_decisions(judging))))
    # Rounds without given marks have no figures of them, as in releases of earlier versions.
    report.pop("given_marks")
    if given := _report_given_marks(judging):
        report["given_marks"] = _as_json(asdict(given))
    judging_round = judging.round
    tasks = sum(task.degraded is None for task in judging.tasks)
    counts = {"tasks": tasks, "adjudicated": len(judging.decisions)}
    attention = [_as_json({"annotator": name, **asdict(check)}) for name, check in _check_attention(judging)]
    named = {"number": judging_round.number, "name": judging_round.name, "method": judging_round.method}
    return {**named, **counts, **report, "attention": attention}


def _report_given_marks(judging: Judging) -> GivenMarksReport | None:
    """Return what judges made of the marks that they were given, without repeats and attention items."""
    if judging.round.given_marks is None:
        return None
    tasks = {task.task: task for task in judging.tasks if task.repeats is None}
    judged = []
    for judgement in judging.judgements:
        if judgement.is_excluded or judgement.task not in tasks:
            continue
        task = tasks[judgement.task]
        final = [tuple(map(ErrorSpan.from_json, spans)) for spans in judgement.spans]
        row = pair_marks(judgement.annotator, str(task.segment), judgement.seconds, task.outputs, final)
        if row is not None:
            judged.append(row)
    return report_given_marks(judged, resamples=RESAMPLES, seed=SEED)


def _check_attention(judging: Judging) -> list[tuple[str, AttentionCheck]]:
    """Return the check of each annotator, excluded or not, who judged attention items."""
    method = judging.round.method
    tasks = {task.task: task for task in judging.tasks}
    given = {(judgement.annotator, judgement.task): judgement for judgement in judging.judgements}
    pairs: dict[str, list[AttentionPair]] = {}
    for (annotator, number), copy in given.items():
        task = tasks[number]
        if task.degraded is None or task.repeats is None:
            continue
        is_pair = method == "preference"
        original = copy if is_pair else given.get((annotator, task.repeats))
        output = 0 if is_pair else task.degraded["output"]
        if original is not None:
            spans = [ErrorSpan.from_json(span) for span in copy.spans[output]] if copy.spans else []
            stretch = task.degraded["start"], task.degraded["end"]
            pair = AttentionPair(0, number, original.answers[output], copy.answers[output], *stretch, spans)
            pairs.setdefault(annotator, []).append(pair)
    return [(name, check_attention(own, method)) for name, own in sorted(pairs.items())]


def _tabulate(judging: Judging) -> AnswerTable:
    """Return the answers that count as columns."""
    method = judging.round.method
    questions: list[Question] = []
    first_of: dict[int, int] = {}
    for task in judging.tasks:
        if task.degraded is not None:
            continue
        first_of[task.task] = len(questions)
        systems = [list(task_output["systems"]) for task_output in task.outputs]
        for output in range(count_questions(method, len(systems))):
            against = systems[1 - output] if method == "preference" else None
            questions.append(Question(task.task, output, str(task.segment), systems[output], against, task.repeats))
    annotators: dict[str, int] = {}
    questions_answered: list[int] = []
    by: list[int] = []
    values: list[float] = []
    spans: list[list[ErrorSpan]] = []
    for judgement in judging.list_counted():
        if judgement.is_excluded:
            continue
        annotator = annotators.setdefault(judgement.annotator, len(annotators))
        for output, value in enumerate(judgement.answers):
            questions_answered.append(first_of[judgement.task] + output)
            by.append(annotator)
            values.append(value)
        for marked in judgement.spans:
            spans.append([ErrorSpan.from_json(span) for span in marked])
    return AnswerTable(
        list(judging.round.systems),
        list(annotators),
        questions,
        np.array(questions_answered, dtype=np.int64),
        np.array(by, dtype=np.int64),
        np.array(values, dtype=np.float64),
        spans,
        is_penalty(method),
    )


def _list_decisions(judging: Judging) -> dict[Unit, Decided]:
    """Return the decision about each task and output."""
    decided: dict[Unit, Decided] = {}
    for decision in judging.decisions:
        for output, value in enumerate(decision.answers):
            marked = [ErrorSpan.from_json(span) for span in decision.spans[output]] if decision.spans else []
            decided[decision.task, output] = Decided(float(value), marked)
    return decided


def gather_values(rows: Iterable[ReleasedValues]) -> Iterator[tuple[int, list[Any], list[float | None]]]:
    """Yield the run with the values and scores of all its segments; the rows of a run stand together, in order."""
    run, values, scores = 0, list[Any](), list[float | None]()
    for row in rows:
        if row.run != run and run:
            yield run, values, scores
            values, scores = [], []
        if row.first != len(values) + 1:
            raise ValueError(f"{VALUES}: segment {len(values) + 1} of run {row.run} is missing")
        run = row.run
        values += row.values
        scores += row.scores
    if run:
        yield run, values, scores


def _as_json(data: Mapping[str, Any]) -> Numbers:
    """Return the data as it comes back from a file: lists for tuples, texts for keys."""
    return dict(json.loads(json.dumps(data)))
