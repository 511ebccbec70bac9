"""Reader of a release of an evaluation; whatever a file that only pretends to be one makes it run into is refused by
`open_archive`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from annotation_site.releases.archives import ReleaseArchive
from evaluation.releases.contents import DECISIONS, JUDGEMENTS, ROUNDS, SCORES, STUDIES, TASKS, TEST_SET, Evaluation
from evaluation.releases.records import (
    Judging,
    ReleasedDecision,
    ReleasedJudgement,
    ReleasedRound,
    ReleasedScore,
    ReleasedTask,
    ReleasedVerdict,
)
from evaluation.test_sets.files import MarkedText, SegmentRow

Row = TypeVar("Row")


def read_segments(release: ReleaseArchive) -> Iterator[SegmentRow]:
    """Yield the segments with every system's translation, in the order of the systems."""
    systems = list(release.manifest["systems"])
    with release.lines(TEST_SET) as lines:
        for number, line in enumerate(lines, 1):
            data = json.loads(line)
            texts = data.get("translations", {})
            yield SegmentRow(
                number,
                data["source"],
                tuple(data["references"]),
                tuple(_read_marked(each) for each in data["expressions"]),
                tuple(texts[name] for name in systems),
                data.get("line"),
            )


def _read_marked(data: dict[str, Any]) -> MarkedText:
    return MarkedText(
        data["label"],
        tuple((start, end) for start, end in data["source_spans"]),
        tuple((start, end) for start, end in data["reference_spans"]),
        data["reference_text"],
        data["class"],
        data["category"],
    )


def read_records(release: ReleaseArchive, name: str, kind: type[Row]) -> Iterator[Row]:
    """Yield the records of a file."""
    with release.lines(name) as lines:
        for line in lines:
            yield kind(**json.loads(line))


def read_evaluation(release: ReleaseArchive) -> Evaluation:
    """Return scores and judgements."""
    judging = {each.number: Judging(each) for each in read_records(release, ROUNDS, ReleasedRound)}
    for task in read_records(release, TASKS, ReleasedTask):
        judging[task.round].tasks.append(task)
    for given in read_records(release, JUDGEMENTS, ReleasedJudgement):
        judging[given.round].judgements.append(given)
    for decided in read_records(release, DECISIONS, ReleasedDecision):
        judging[decided.round].decisions.append(decided)
    return Evaluation(
        list(read_records(release, SCORES, ReleasedScore)),
        list(judging.values()),
        list(read_records(release, STUDIES, ReleasedVerdict)),
    )
