"""Contents of a release of an evaluation and the numbers that follow from them: pure, so that anyone can verify it
without a database.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from evaluation.judging.figures.adjudicated import Decided
from evaluation.judging.figures.agreement import report_judging_round
from evaluation.judging.figures.answer_table import AnswerTable, Question
from evaluation.judging.figures.answers import Unit
from evaluation.judging.figures.attention import AttentionCheck, AttentionPair, check_attention
from evaluation.judging.methods import count_questions, is_penalty
from evaluation.measures.base import Measure
from evaluation.measures.breakdowns import break_down
from evaluation.measures.groups import ExpressionFacts, SegmentFacts
from evaluation.measures.registry import find_measure
from evaluation.measures.sums import summarise
from evaluation.metrics.error_spans.schemes import ErrorSpan
from evaluation.releases.records import Judging, ReleasedScore, ReleasedValues, ReleasedVerdict
from evaluation.test_sets.files import SegmentRow

FORMAT = "interlinea-evaluation/1"
TEST_SET, ALIGNMENTS = "test-set.jsonl", "alignments.jsonl"
SCORES, VALUES = "scores.jsonl", "segment-values.jsonl"
ROUNDS, TASKS, JUDGEMENTS, STUDIES = "judging-rounds.jsonl", "judging-tasks.jsonl", "judgements.jsonl", "studies.jsonl"
DECISIONS = "adjudicated-judgements.jsonl"
REPORT = "report.json"
Numbers = dict[str, Any]


@dataclass
class Segments:
    """Facts about the segments that figures need, gathered while they are read or written."""

    facts: list[SegmentFacts] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, row: SegmentRow) -> SegmentRow:
        """Count a segment and return it."""
        expressions = [
            ExpressionFacts.of(row.source, each.label, each.expression_class, each.source_spans)
            for each in row.expressions
        ]
        self.facts.append(SegmentFacts(len(row.source.split()), expressions))
        self.counts["segments"] += 1
        self.counts["expressions"] += len(expressions)
        self.counts["references"] += len(row.references)
        self.counts["missing_outputs"] += sum(not text for text in row.hypotheses)
        return row

    @property
    def labels(self) -> list[list[str]]:
        return [[each.label for each in segment.expressions] for segment in self.facts]


@dataclass(frozen=True)
class Evaluation:
    """Scores and judgements, from which the numbers of a release follow, beside the segments."""

    scores: Sequence[ReleasedScore]
    judging: Sequence[Judging]
    verdicts: Sequence[ReleasedVerdict]

    def to_numbers(self, segments: Segments, systems: Sequence[str]) -> Numbers:
        """Return counts, the board and the report of each judging round."""
        submitted = [each for judging in self.judging for each in judging.list_counted()]
        return {
            "counts": {
                **{name: segments.counts[name] for name in ("segments", "expressions", "references")},
                "systems": len(systems),
                "missing_outputs": segments.counts["missing_outputs"],
                "scores": len(self.scores),
                "judging_rounds": len(self.judging),
                "judgements": sum(not each.is_excluded for each in submitted),
                "excluded_judgements": sum(each.is_excluded for each in submitted),
                "adjudicated_judgements": sum(len(judging.decisions) for judging in self.judging),
                "study_judgements": len(self.verdicts),
            },
            "board": [
                {
                    "system": each.system,
                    "measure": measure.title,
                    "figure": each.result["figures"][measure.figures[0].name]["value"],
                }
                for each in self.scores
                for measure in [find_measure(each.measure)]
            ],
            "judging": [report_judging(each) for each in self.judging],
        }


def runs_of(systems: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the systems of which others are runs, from the systems of a manifest."""
    return {name: told["run_of"] for name, told in systems.items() if "run_of" in told}


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
    counted = [each for each in judging.judgements if not each.is_excluded]
    seconds: dict[str, list[float]] = {}
    for each in counted:
        seconds.setdefault(each.annotator, []).append(each.seconds)
    report = _as_json(asdict(report_judging_round(_tabulate(judging), seconds, _list_decisions(judging))))
    told = judging.round
    tasks = sum(task.degraded is None for task in judging.tasks)
    counts = {"tasks": tasks, "adjudicated": len(judging.decisions)}
    attention = [_as_json({"annotator": name, **asdict(check)}) for name, check in _check_attention(judging)]
    named = {"number": told.number, "name": told.name, "method": told.method}
    return {**named, **counts, **report, "attention": attention}


def _check_attention(judging: Judging) -> list[tuple[str, AttentionCheck]]:
    """Return the check of each annotator, excluded or not, who judged attention items."""
    method = judging.round.method
    tasks = {task.task: task for task in judging.tasks}
    given = {(each.annotator, each.task): each for each in judging.judgements}
    pairs: dict[str, list[AttentionPair]] = {}
    for (annotator, number), copy in given.items():
        task = tasks[number]
        if task.degraded is None or task.repeats is None:
            continue
        is_pair = method == "preference"
        original = copy if is_pair else given.get((annotator, task.repeats))
        place = 0 if is_pair else task.degraded["output"]
        if original is not None:
            spans = [ErrorSpan.from_json(span) for span in copy.spans[place]] if copy.spans else []
            stretch = task.degraded["start"], task.degraded["end"]
            pair = AttentionPair(0, number, original.answers[place], copy.answers[place], *stretch, spans)
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
        systems = [list(output["systems"]) for output in task.outputs]
        for place in range(count_questions(method, len(systems))):
            against = systems[1 - place] if method == "preference" else None
            questions.append(Question(task.task, place, str(task.segment), systems[place], against, task.repeats))
    annotators: dict[str, int] = {}
    asked: list[int] = []
    by: list[int] = []
    values: list[float] = []
    spans: list[list[ErrorSpan]] = []
    for each in judging.list_counted():
        if each.is_excluded:
            continue
        annotator = annotators.setdefault(each.annotator, len(annotators))
        for place, value in enumerate(each.answers):
            asked.append(first_of[each.task] + place)
            by.append(annotator)
            values.append(value)
        spans += [[ErrorSpan.from_json(span) for span in of_output] for of_output in each.spans]
    return AnswerTable(
        list(judging.round.systems),
        list(annotators),
        questions,
        np.array(asked, dtype=np.int64),
        np.array(by, dtype=np.int64),
        np.array(values, dtype=np.float64),
        spans,
        is_penalty(method),
    )


def _list_decisions(judging: Judging) -> dict[Unit, Decided]:
    """Return the decision about each task and output."""
    found: dict[Unit, Decided] = {}
    for each in judging.decisions:
        for place, value in enumerate(each.answers):
            marked = [ErrorSpan.from_json(span) for span in each.spans[place]] if each.spans else []
            found[each.task, place] = Decided(float(value), marked)
    return found


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
