"""Reader of a release of an evaluation; whatever a file that only pretends to be one makes it run into is refused by
`open_archive`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

from annotation_site.releases.archives import ReleaseArchive
from evaluation.releases.files import DECISIONS, JUDGEMENTS, ROUNDS, TASKS, TEST_SET
from evaluation.releases.records import (
    Judging,
    ReleasedDecision,
    ReleasedJudgement,
    ReleasedRound,
    ReleasedTask,
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
                tuple(_marked_from_json(expression) for expression in data["expressions"]),
                tuple(texts[name] for name in systems),
                data.get("line"),
                document=data.get("document", ""),
            )


def _marked_from_json(data: dict[str, Any]) -> MarkedText:
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


def read_judging(release: ReleaseArchive) -> list[Judging]:
    """Return the judging rounds with their tasks, judgements and decisions."""
    judging = {
        judging_round.number: Judging(judging_round) for judging_round in read_records(release, ROUNDS, ReleasedRound)
    }
    for task in read_records(release, TASKS, ReleasedTask):
        judging[task.round].tasks.append(task)
    for judgement in read_records(release, JUDGEMENTS, ReleasedJudgement):
        judging[judgement.round].judgements.append(judgement)
    for decision in read_records(release, DECISIONS, ReleasedDecision):
        judging[decision.round].decisions.append(decision)
    return list(judging.values())
