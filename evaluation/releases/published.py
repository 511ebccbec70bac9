"""The tables of an evaluation's releases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from annotation_site.releases.kinds import ReleaseKind
from annotation_site.releases.tables import Column, Table
from evaluation.releases import rows
from evaluation.releases.contents import FORMAT, Evaluation, SegmentsPart
from evaluation.releases.datasheet import write_datasheet
from evaluation.releases.files import (
    ALIGNMENTS,
    DECISIONS,
    JUDGEMENTS,
    REPORT,
    ROUNDS,
    SCORES,
    STUDIES,
    TASKS,
    TEST_SET,
    VALUES,
)
from evaluation.releases.verification import StoredEvaluation

SEGMENT = Column("integer", "number of the segment, from 1", is_key=True)
SYSTEM = Column("text", "name of the system", is_key=True)
ANSWERED = {
    "round": Column("integer", "number of the judging round", is_key=True),
    "task": Column("integer", "number of the task in judging-tasks.jsonl", is_key=True),
    "output": Column("integer", "place of the output or question in the task, from 1", is_key=True),
}


def _declare_records(member: str, description: str, list_records: Callable[[Evaluation], Iterable[Any]]) -> Table:
    """Return the table of records that are lines of JSON; verification reads them."""
    return Table(member, description, lambda part: rows.to_records(list_records(part)), Evaluation, is_given=True)


RECORDS = (
    Table(
        TEST_SET,
        "a line for each segment: source, references, marked expressions with their places (code points, end "
        "excluded), and the translation of every system, empty where it is missing",
        rows.list_segments,
        SegmentsPart,
    ),
    _declare_records(
        ALIGNMENTS,
        "links between source and translation, or first reference (system: null), where they were added",
        lambda evaluation: evaluation.links,
    ),
    _declare_records(
        SCORES,
        "each measure of each system: figures with 95 % intervals, by expression and by group, signature",
        lambda evaluation: evaluation.scores,
    ),
    _declare_records(
        VALUES,
        "what each measure counted in each segment, and the segment's score, by run",
        lambda evaluation: evaluation.values,
    ),
    _declare_records(ROUNDS, "questions that people were asked", rows.list_rounds),
    _declare_records(
        TASKS,
        "the outputs they saw; `systems` are places in the list of the round. In an attention item, which "
        "repeats a task, words of one output are replaced: `degraded` says of which and where",
        rows.list_tasks,
    ),
    _declare_records(
        JUDGEMENTS,
        "their answers in the order of the outputs, -1 for “cannot judge”; annotators by pseudonym",
        rows.list_judgements,
    ),
    _declare_records(
        DECISIONS,
        "decisions of adjudicators on tasks about which annotators differ, in the order of the outputs",
        rows.list_decisions,
    ),
    _declare_records(STUDIES, "judgements of studies done elsewhere", lambda evaluation: evaluation.verdicts),
    # Its numbers are compared, not its bytes: sums may differ in their last digit between machines.
    Table(
        REPORT,
        "agreement of annotators, means of systems, and attention items passed, for each judging round",
        rows.list_reports,
        Evaluation,
        is_given=True,
    ),
)
TYPED = (
    Table(
        "translations.parquet",
        "A row for each segment and system",
        rows.list_translations,
        SegmentsPart,
        columns={
            "segment": SEGMENT,
            "source": Column("text", "the source text"),
            "reference": Column("text", "the first reference, if there is one"),
            "system": SYSTEM,
            "translation": Column("text", "its translation, empty where it is missing"),
        },
    ),
    Table(
        "expressions.parquet",
        "A row for each marked expression",
        rows.list_expressions,
        SegmentsPart,
        columns={
            "segment": SEGMENT,
            "label": Column("text", "the expression; rows with the same label are the same expression", is_key=True),
            "class": Column("text", "idiomatic, partly or compositional"),
            "category": Column("text", "category of the expression"),
            "source_spans": Column("text", "places in the source as JSON: code points, end excluded", is_key=True),
            "reference_spans": Column("text", "places in the first reference"),
        },
    ),
    Table(
        "scores.parquet",
        "A row for each figure of a measure and system",
        rows.list_figures,
        Evaluation,
        columns={
            "run": Column("integer", "number of the run in this release"),
            "system": SYSTEM,
            "measure": Column("text", "the measure", is_key=True),
            "figure": Column("text", "name of the figure", is_key=True),
            "value": Column("number", "the figure, missing if it is undefined"),
            "signature": Column("text", "options and version of the measure"),
        },
    ),
    Table(
        "judgements.parquet",
        "A row for each answer of an annotator",
        rows.list_answers,
        Evaluation,
        columns={
            **ANSWERED,
            "annotator": Column("text", "pseudonym", is_key=True),
            "excluded": Column("truth", "whether the annotator is left out of all figures"),
            "attention": Column(
                "truth", "whether the task is an attention item, which counts in no figure but its own"
            ),
            "answer": Column("number", "the answer, -1 for “cannot judge”"),
            "seconds": Column("number", "active time of the whole task"),
        },
    ),
    Table(
        "adjudicated_judgements.parquet",
        "A row for each answer that an adjudicator decided",
        rows.list_decided_answers,
        Evaluation,
        columns={
            **ANSWERED,
            "answer": Column("number", "the decided answer, -1 for “cannot judge”"),
            "spans": Column("text", "error spans as JSON, missing where the method marks none"),
        },
    ),
)
PUBLISHED = ReleaseKind(
    formats=(FORMAT,),
    summary="A test set of translations with marked expressions, systems' outputs, scores of measures and human "
    "judgements.",
    keywords=("machine translation", "evaluation", "multiword expressions", "human judgements"),
    task="translation",
    tables=(*RECORDS, *TYPED),
    write_datasheet=write_datasheet,
    read=StoredEvaluation.of,
)
