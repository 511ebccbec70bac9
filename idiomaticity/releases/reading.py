"""Reader of a compositionality study in a release, the ratings of one item at a time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.tables import read_cells
from idiomaticity.formats import NO_HEAD
from idiomaticity.formats.compound_cells import CONTEXT
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.paraphrases.decisions import Decisions, ParaphraseDecision
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.releases.contents import ReleasedStudy
from idiomaticity.releases.files import CLASSES, COMPOUNDS, DECISIONS, EXCLUDED, GIVEN, RATINGS
from idiomaticity.releases.known import read_known
from idiomaticity.releases.records import PARTS, ReleasedCompound, ReleasedRating, ReleasedScores, ReleasedSentence
from idiomaticity.scales.score_scale import ScoreScale

Row = Mapping[str, str]
# Place among the compounds, sentence, and pseudonym by length and letters: the order of a release.
Place = tuple[int, int, int, str]


def read_study(release: ReleaseArchive) -> ReleasedStudy:
    """Return the study in a release, which must stay open while its ratings are read.

    Raise KeyError or ValueError if its files are malformed.
    """
    policy, questions = release.manifest["policy"], release.manifest.get("questions", {})
    with release.lines(COMPOUNDS) as lines:
        compounds = [_compound_from_json(json.loads(line)) for line in lines]
    number = {compound.text: compound.number for compound in compounds}
    classes: dict[int, dict[str, str]] = defaultdict(dict)
    for row in read_cells(release, CLASSES):
        classes[number[row["compound"]]][row["expert"]] = row["class"]
    decisions = Decisions(
        ParaphraseDecision(
            number[row["compound"]] if row["compound"] else None,
            row["paraphrase"],
            row["decision"],  # type: ignore[arg-type]  # an unknown one counts as a merge into nothing and shows
            row["into"],
        )
        for row in read_cells(release, DECISIONS)
    )
    known, checks = read_known(release)
    return ReleasedStudy(
        level=release.manifest["project"]["level"],
        compounds=compounds,
        ratings=StoredRatings(release, {text: index for index, text in enumerate(number)}, number),
        decisions=decisions,
        class_judgements=classes,
        thresholds=Thresholds(**policy["paraphrases"]),
        has_lists="lists" in policy,
        has_machine_scores="machine_scores" in policy,
        # Releases of before a study could choose state none.
        scale=ScoreScale.from_json(questions.get("scale", {})),
        extra=[ExtraQuestion.from_json(question) for question in questions.get("extra", [])],
        known=known,
        checks=checks,
    )


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """The ratings of a release, read from its files at each iteration."""

    release: ReleaseArchive
    places: Mapping[str, int]
    numbers: Mapping[str, int]

    def __iter__(self) -> Iterator[ReleasedRating]:
        given = _Given(self._in_order(GIVEN))
        for key, rows in self._in_order(RATINGS):
            listed = list(rows)
            names = {row["annotator"] for row in listed}
            if len(names) > 1:
                raise ValueError(f"{RATINGS}: {' and '.join(sorted(names))} have rated the same")
            yield self._make(listed, given.find(key, listed[0]["annotator"]))

    def _in_order(self, name: str) -> Iterator[tuple[Place, Iterator[Row]]]:
        """Yield the rows of each rating together; raise ValueError if they are not in the order of a release."""
        before: Place | None = None
        for key, rows in groupby(read_cells(self.release, name), key=self._place):
            if before is not None and key <= before:
                raise ValueError(f"{name}: rows are not in the order of a release")
            before = key
            yield key, rows

    def _place(self, row: Row) -> Place:
        name = row["annotator"].removesuffix(EXCLUDED)
        sentence = int(row["sentence"]) if row["sentence"] else 0
        return self.places[row["compound"]], sentence, len(name), name

    def _make(self, rows: list[Row], paraphrases: tuple[str, ...]) -> ReleasedRating:
        first = rows[0]
        name, guideline = first["annotator"], rows[-1]["guideline"]
        return ReleasedRating(
            self.numbers[first["compound"]],
            int(first["sentence"]) if first["sentence"] else None,
            name.removesuffix(EXCLUDED),
            name.endswith(EXCLUDED),
            {row["scale"]: int(row["rating"]) for row in rows if row["scale"]},
            paraphrases,
            int(guideline) if guideline else None,
            int(first["list"]) if first.get("list") else None,
            _read_machine_scores(rows),
        )


class _Given:
    """Paraphrases as they were given, followed along with the ratings."""

    def __init__(self, groups: Iterator[tuple[Place, Iterator[Row]]]) -> None:
        self._groups = groups
        self._next = next(groups, None)

    def find(self, key: Place, annotator: str) -> tuple[str, ...]:
        """Return the paraphrases that came with this rating.

        Rows that belong to no rating are skipped, so they are missing from the recomputed file.
        """
        while self._next is not None and self._next[0] < key:
            self._next = next(self._groups, None)
        if self._next is None or self._next[0] != key:
            return ()
        by_position = {
            int(row["position"]): row["paraphrase"] for row in self._next[1] if row["annotator"] == annotator
        }
        self._next = next(self._groups, None)
        return tuple(by_position[position] for position in sorted(by_position))


def _read_machine_scores(rows: list[Row]) -> ReleasedScores | None:
    beside = [row for row in rows if row.get("machine")]
    if not beside:
        return None
    scores = {row["scale"]: int(row["machine_score"]) for row in beside}
    return ReleasedScores(beside[0]["machine"], beside[0]["shown"] == "false", scores)


def _compound_from_json(data: Mapping[str, Any]) -> ReleasedCompound:
    return ReleasedCompound(
        number=data["number"],
        text=data["compound"],
        modifier="" if data["head"] == NO_HEAD else data["modifier"],
        head="" if data["head"] == NO_HEAD else data["head"],
        imported_class=data["imported_class"],
        decided_class=data["decided_class"],
        note=data["note"],
        published_type_score=data["published_type_score"],
        **{name: data.get(name) for name in PARTS},
        published_paraphrases=tuple(data.get("published_paraphrases", ())),
        sentences=tuple(map(_sentence_from_json, data["sentences"])),
    )


def _sentence_from_json(data: Mapping[str, Any]) -> ReleasedSentence:
    return ReleasedSentence(
        data["number"],
        data["text"],
        tuple((start, end) for start, end in data["spans"]),
        data["published_mean"],
        data["is_rated"],
        tuple(data.get("published_paraphrases", ())),
        **{name: data.get(name, "") for name in CONTEXT},
    )
