"""A gold standard as a release has it: its pairs a few at a time, and the numbers that follow from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from alignment.formats import AlignedSentence
from alignment.readings.links import Reading
from alignment.releases.contents import MarkRule, ResolvedPair, read_released_pairs, read_text
from alignment.releases.files import GOLD, PROVENANCE, READINGS, TEXTS, gold_sentence
from alignment.releases.numbers.frequencies import SIDES, FrequencyTable, Side
from alignment.releases.numbers.totals import ReleaseNumbers
from alignment.releases.provenance import LinkOrigin, labelled
from alignment.rounds.stages import name_stage
from annotation_site.releases.archives import ReleaseArchive
from annotation_site.releases.tables import Contents
from annotation_site.texts.batches import in_batches

FORMAT = "interlinea-release/2"
# Without provenance, frequencies and guidelines of readings; such releases were cited and must verify for good.
OLDER_FORMAT = "interlinea-release/1"
# In memory; how many are encoded together decides the bytes of the tables in Parquet.
PAIRS_AT_A_TIME = 250
# What follows from the separate readings alone, in words of the report of `verify`.
NEEDS_READINGS = (
    "agreement", "counts.annotators", "counts.readings", "guideline_versions", "gold links from the readings",
)  # fmt: skip


@dataclass(frozen=True)
class GoldPart:
    """Consecutive pairs of a gold standard, of which the first has this line in the texts, from 1."""

    first: int
    pairs: Sequence[ResolvedPair]

    @cached_property
    def sentences(self) -> list[AlignedSentence]:
        """The gold readings for the writers of formats."""
        return [gold_sentence(line, pair, gold) for line, (pair, gold, _) in enumerate(self.pairs, self.first)]


class GoldStandard(Contents):
    """Pairs with their gold links, in lists; numbers are added up while these are read."""

    def __init__(
        self,
        chunks: Iterable[Sequence[ResolvedPair]],
        numbers: ReleaseNumbers,
        frequencies: FrequencyTable,
        *,
        left_out: Collection[str] = (),
        part_count: int = 1,
    ) -> None:
        self.left_out, self.part_count = left_out, part_count
        self._chunks, self._numbers, self._frequencies = chunks, numbers, frequencies

    def parts(self) -> Iterator[GoldPart]:
        """Yield the pairs, and count them."""
        line = 1
        for chunk in self._chunks:
            for pair, gold, origins in chunk:
                self._numbers.add_gold(pair, gold, origins)
                self._numbers.add_readings(pair)
                self._frequencies.add_links(pair.source_tokens, pair.target_tokens, gold)
            yield GoldPart(line, chunk)
            line += len(chunk)

    def to_numbers(self) -> dict[str, Any]:
        """Return the numbers of the manifest."""
        return {**self._numbers.to_json(), "frequencies": self._frequencies.to_json()}


class StoredGoldStandard(GoldStandard):
    """The gold standard in an archive, of this version or an earlier one, with or without the separate readings."""

    def __init__(self, release: ReleaseArchive) -> None:
        self._manifest = release.manifest
        self._has_readings = bool(release.manifest.get("separate_readings", True))
        numbers = ReleaseNumbers(
            self._manifest["policy"],
            has_null_token=self._manifest.get("null_token", False),
            links=name_stage(self._manifest.get("reconciliation")),
            is_full=self._manifest["project"]["scope"] == "full",
        )
        pairs = self._resolve_pairs(release) if self._has_readings else _read_gold(release)
        super().__init__(in_batches(pairs, PAIRS_AT_A_TIME), numbers, FrequencyTable(_count_words(release)))

    def _resolve_pairs(self, release: ReleaseArchive) -> Iterator[ResolvedPair]:
        """Yield pairs with gold links from readings and decisions, by the rules of the release."""
        marks: MarkRule = "decided" if self._manifest.get("marks") == "decided" else "agreed"
        with release.lines(TEXTS) as texts, release.lines(READINGS) as works:
            for pair in read_released_pairs(texts, works):
                yield pair.resolve(self._manifest["policy"], marks)

    def to_numbers(self) -> dict[str, Any]:
        """Return the numbers that follow from the archive, as far as releases of its version have them."""
        numbers = super().to_numbers()
        if not self._has_readings:
            numbers = {**self._numbers.gold_to_json(), "frequencies": numbers["frequencies"]}
        if self._manifest["format"] == OLDER_FORMAT:
            numbers = {name: numbers[name] for name in numbers if name in self._manifest}
        if self._manifest.get("marks") != "decided":
            counted = self._manifest["counts"]
            numbers["counts"] = {name: count for name, count in numbers["counts"].items() if name in counted}
        return numbers

    def check(self, release: ReleaseArchive, numbers: Mapping[str, Any], not_recomputed: list[str]) -> Iterator[str]:
        """Name what cannot be computed again without the separate readings."""
        if not self._has_readings:
            not_recomputed += NEEDS_READINGS
        yield from ()


def _read_gold(release: ReleaseArchive) -> Iterator[ResolvedPair]:
    """Yield pairs without readings: the links with their origins, the marks as they are, so that a gold file with other
    links than the origins differs from them.
    """
    with release.lines(TEXTS) as texts, release.lines(GOLD) as golds, release.lines(PROVENANCE) as provenance:
        for text, gold, links in zip(texts, golds, provenance, strict=True):
            origins = [LinkOrigin.from_json(row) for row in json.loads(links)["links"]]
            stored = Reading.from_json(json.loads(gold))
            reading = Reading(labelled(origins), stored.unaligned_source, stored.unaligned_target)
            yield ResolvedPair(read_text(json.loads(text)), reading, origins)


def _count_words(release: ReleaseArchive) -> dict[Side, Counter[str]]:
    words: dict[Side, Counter[str]] = {side: Counter() for side in SIDES}
    with release.lines(TEXTS) as lines:
        for text in map(json.loads, lines):
            for side in SIDES:
                words[side].update(text[f"{side}_tokens"])
    return words
