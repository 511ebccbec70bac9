"""Description and tables of an evaluation's releases, as repositories and loaders take them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from annotation_site.releases.metadata.description import Column, LineReader, ReleaseKind, ReleaseTable
from evaluation.releases.contents import (
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
from evaluation.releases.datasheet import write_datasheet

SEGMENT = Column("integer", "number of the segment, from 1")


def _read_translations(lines: LineReader) -> Iterator[Sequence[object]]:
    for number, line in enumerate(lines(TEST_SET), start=1):
        row = json.loads(line)
        reference = next(iter(row["references"]), None)
        for system, text in row["translations"].items():
            yield number, row["source"], reference, system, text


def _read_expressions(lines: LineReader) -> Iterator[Sequence[object]]:
    for number, line in enumerate(lines(TEST_SET), start=1):
        for each in json.loads(line)["expressions"]:
            spans = (json.dumps(each[f"{side}_spans"]) for side in ("source", "reference"))
            yield number, each["label"], each["class"] or None, each["category"] or None, *spans


def _read_scores(lines: LineReader) -> Iterator[Sequence[object]]:
    for line in lines(SCORES):
        row = json.loads(line)
        for figure, found in row["result"]["figures"].items():
            yield row["run"], row["system"], row["measure"], figure, _number(found["value"]), row["signature"]


def _read_judgements(lines: LineReader) -> Iterator[Sequence[object]]:
    tasks = (json.loads(line) for line in lines(TASKS))
    attention = {(task["round"], task["task"]) for task in tasks if task["degraded"]}
    for line in lines(JUDGEMENTS):
        row = json.loads(line)
        asked = row["round"], row["task"]
        flags = row["is_excluded"], asked in attention
        for place, answer in enumerate(row["answers"], start=1):
            yield *asked, place, row["annotator"], *flags, float(answer), row["seconds"]


def _read_decisions(lines: LineReader) -> Iterator[Sequence[object]]:
    for line in lines(DECISIONS):
        row = json.loads(line)
        for place, answer in enumerate(row["answers"], start=1):
            spans = json.dumps(row["spans"][place - 1]) if row["spans"] else None
            yield row["round"], row["task"], place, float(answer), spans


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)


TABLES = (
    ReleaseTable(
        "translations",
        "A row for each segment and system",
        {
            "segment": SEGMENT,
            "source": Column("text", "the source text"),
            "reference": Column("text", "the first reference, if there is one"),
            "system": Column("text", "name of the system"),
            "translation": Column("text", "its translation, empty where it is missing"),
        },
        _read_translations,
        (TEST_SET,),
    ),
    ReleaseTable(
        "expressions",
        "A row for each marked expression",
        {
            "segment": SEGMENT,
            "label": Column("text", "the expression; rows with the same label are the same expression"),
            "class": Column("text", "idiomatic, partly or compositional"),
            "category": Column("text", "category of the expression"),
            "source_spans": Column("text", "places in the source as JSON: code points, end excluded"),
            "reference_spans": Column("text", "places in the first reference"),
        },
        _read_expressions,
        (TEST_SET,),
    ),
    ReleaseTable(
        "scores",
        "A row for each figure of a measure and system",
        {
            "run": Column("integer", "number of the run in this release"),
            "system": Column("text", "name of the system"),
            "measure": Column("text", "the measure"),
            "figure": Column("text", "name of the figure"),
            "value": Column("number", "the figure, missing if it is undefined"),
            "signature": Column("text", "options and version of the measure"),
        },
        _read_scores,
        (SCORES,),
    ),
    ReleaseTable(
        "judgements",
        "A row for each answer of an annotator",
        {
            "round": Column("integer", "number of the judging round"),
            "task": Column("integer", "number of the task in judging-tasks.jsonl"),
            "output": Column("integer", "place of the output or question in the task, from 1"),
            "annotator": Column("text", "pseudonym"),
            "excluded": Column("truth", "whether the annotator is left out of all figures"),
            "attention": Column(
                "truth", "whether the task is an attention item, which counts in no figure but its own"
            ),
            "answer": Column("number", "the answer, -1 for “cannot judge”"),
            "seconds": Column("number", "active time of the whole task"),
        },
        _read_judgements,
        (TASKS, JUDGEMENTS),
    ),
    ReleaseTable(
        "adjudicated_judgements",
        "A row for each answer that an adjudicator decided",
        {
            "round": Column("integer", "number of the judging round"),
            "task": Column("integer", "number of the task in judging-tasks.jsonl"),
            "output": Column("integer", "place of the output or question in the task, from 1"),
            "answer": Column("number", "the decided answer, -1 for “cannot judge”"),
            "spans": Column("text", "error spans as JSON, missing where the method marks none"),
        },
        _read_decisions,
        (DECISIONS,),
    ),
)
PUBLISHED = ReleaseKind(
    summary="A test set of translations with marked expressions, systems' outputs, scores of measures and human "
    "judgements.",
    keywords=("machine translation", "evaluation", "multiword expressions", "human judgements"),
    task="translation",
    files={
        TEST_SET: "a line for each segment: source, references, marked expressions with their places (code points, end "
        "excluded), and the translation of every system, empty where it is missing",
        ALIGNMENTS: "links between source and translation, or first reference (system: null), where they were added",
        SCORES: "each measure of each system: figures with 95 % intervals, by expression and by group, signature",
        VALUES: "what each measure counted in each segment, and the segment's score, by run",
        ROUNDS: "questions that people were asked",
        TASKS: "the outputs they saw; `systems` are places in the list of the round. In an attention item, which "
        "repeats a task, words of one output are replaced: `degraded` says of which and where",
        JUDGEMENTS: "their answers in the order of the outputs, -1 for “cannot judge”; annotators by pseudonym",
        DECISIONS: "decisions of adjudicators on tasks about which annotators differ, in the order of the outputs",
        STUDIES: "judgements of studies done elsewhere",
        REPORT: "agreement of annotators, means of systems, and attention items passed, for each judging round",
    },
    tables=TABLES,
    write_datasheet=write_datasheet,
)
