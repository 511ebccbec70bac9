"""The rows that an evaluation adds to the tables of its release."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from evaluation.releases.contents import Evaluation, SegmentsPart
from evaluation.releases.records import ReleasedDecision, ReleasedJudgement, ReleasedRound, ReleasedTask
from evaluation.test_sets.files.writing import write_segments

Rows = Iterator[Sequence[object]]


def list_segments(part: SegmentsPart) -> Iterator[str]:
    return write_segments(part.segments, part.systems, part.runs)


def list_translations(part: SegmentsPart) -> Rows:
    """Yield every system's translation of every segment."""
    for number, segment in enumerate(part.segments, part.first):
        reference = next(iter(segment.references), None)
        for system, text in zip(part.systems, segment.hypotheses, strict=True):
            yield number, segment.source, reference, system, text


def list_expressions(part: SegmentsPart) -> Rows:
    """Yield every marked expression, with its places as JSON."""
    for number, segment in enumerate(part.segments, part.first):
        for marked in segment.expressions:
            about = marked.label, marked.expression_class or None, marked.category or None
            yield number, *about, json.dumps(marked.source_spans), json.dumps(marked.reference_spans)


def to_records(rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield the object of each record, whose fields are named as in it, without given marks where there are none."""
    for record in map(asdict, rows):
        yield {name: value for name, value in record.items() if name != "given_marks" or value is not None}


def list_rounds(evaluation: Evaluation) -> Iterator[ReleasedRound]:
    return (judging.round for judging in evaluation.judging)


def list_tasks(evaluation: Evaluation) -> Iterator[ReleasedTask]:
    for judging in evaluation.judging:
        yield from judging.tasks


def list_judgements(evaluation: Evaluation) -> Iterator[ReleasedJudgement]:
    for judging in evaluation.judging:
        yield from judging.judgements


def list_decisions(evaluation: Evaluation) -> Iterator[ReleasedDecision]:
    for judging in evaluation.judging:
        yield from judging.decisions


def list_figures(evaluation: Evaluation) -> Rows:
    """Yield every figure of every score."""
    for score in evaluation.scores:
        for name, figure in score.result["figures"].items():
            value = None if figure["value"] is None else float(figure["value"])
            yield score.run, score.system, score.measure, name, value, score.signature


def list_answers(evaluation: Evaluation) -> Rows:
    """Yield every answer of every judgement."""
    attention = {(task.round, task.task) for task in list_tasks(evaluation) if task.degraded}
    for judgement in list_judgements(evaluation):
        task = judgement.round, judgement.task
        by = judgement.annotator, judgement.is_excluded
        for output, answer in enumerate(judgement.answers, start=1):
            yield *task, output, *by, task in attention, float(answer), judgement.seconds


def list_decided_answers(evaluation: Evaluation) -> Rows:
    """Yield every answer of every decision, with its error spans as JSON."""
    for decision in list_decisions(evaluation):
        for output, answer in enumerate(decision.answers, start=1):
            spans = json.dumps(decision.spans[output - 1]) if decision.spans else None
            yield decision.round, decision.task, output, float(answer), spans


def write_report(judging: Sequence[Any]) -> str:
    """Return the report on judgements as a release has it."""
    return json.dumps(judging, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def list_reports(evaluation: Evaluation) -> Iterator[str]:
    yield write_report(evaluation.to_numbers()["judging"])
