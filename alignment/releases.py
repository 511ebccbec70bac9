"""What a release holds and how its numbers follow from it: pure, so that anyone can verify one without a database."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from alignment.agreement import Flavour, PairCounts, agr, count_pair, link_items
from alignment.links import Cell, Decision, GoldPolicy, Label, Reading, gold_links, gold_unaligned
from annotation_site.projects.agreement import CategorySums, fleiss_kappa, nominal_alpha

FORMAT = "interlinea-release/1"
BEFORE_RECONCILIATION = "as submitted, before reconciliation"
FLAVOURS: tuple[Flavour, ...] = ("any", "both", "sure", "possible")


@dataclass(frozen=True, slots=True)
class ReleasedPair:
    """One sentence pair as a release tells it: tokens, every reading under its pseudonym, decisions."""

    number: int
    identifier: str
    source_tokens: Sequence[str]
    target_tokens: Sequence[str]
    source_target_words: Sequence[int]
    target_target_words: Sequence[int]
    readings: Mapping[str, Reading]
    decisions: Mapping[Cell, Decision]

    def gold(self, policy: GoldPolicy) -> Reading:
        """Gold links and gold words without counterpart, under a policy."""
        readings = list(self.readings.values())
        links: dict[Cell, Label] = gold_links(readings, self.decisions, policy)
        return Reading(links, *gold_unaligned(readings, links))

    def text_to_json(self) -> dict[str, Any]:
        """The line of texts.jsonl."""
        return {
            "number": self.number,
            "id": self.identifier,
            "source_tokens": list(self.source_tokens),
            "target_tokens": list(self.target_tokens),
            "source_target_words": list(self.source_target_words),
            "target_target_words": list(self.target_target_words),
        }

    def work_to_json(self) -> dict[str, Any]:
        """The line of readings.jsonl."""
        return {
            "number": self.number,
            "id": self.identifier,
            "readings": {name: reading.to_json() for name, reading in sorted(self.readings.items())},
            "decisions": [[*cell, decision] for cell, decision in sorted(self.decisions.items())],
        }


@dataclass
class ReleaseNumbers:
    """Counts and agreement of a release, added up pair by pair in bounded memory."""

    policy: GoldPolicy
    links: str = BEFORE_RECONCILIATION
    counts: Counter[str] = field(default_factory=Counter)
    pair_counts: dict[tuple[str, str], PairCounts] = field(default_factory=dict)
    category_sums: dict[int, CategorySums] = field(default_factory=dict)

    def add(self, pair: ReleasedPair, gold: Reading) -> None:
        """Count one pair."""
        self.counts.update(
            pairs=1,
            source_tokens=len(pair.source_tokens),
            target_tokens=len(pair.target_tokens),
            sure=len(gold.cells("S")),
            possible=len(gold.cells("P")),
            unaligned_source=len(gold.unaligned_source),
            unaligned_target=len(gold.unaligned_target),
            readings=len(pair.readings),
            decisions=sum(decision != "open" for decision in pair.decisions.values()),
            left_open=sum(decision == "open" for decision in pair.decisions.values()),
        )
        for first, second in combinations(sorted(pair.readings), 2):
            counted = count_pair(pair.readings[first], pair.readings[second])
            self.pair_counts[first, second] = self.pair_counts.get((first, second), PairCounts()) + counted
        if len(pair.readings) > 1:
            sums = link_items(list(pair.readings.values()), len(pair.source_tokens)).sums
            known = self.category_sums.get(sums.raters)
            self.category_sums[sums.raters] = known + sums if known else sums

    def to_json(self) -> dict[str, Any]:
        """`counts` and `agreement` of the manifest; figures that are undefined come as null with their reason."""
        sums = list(self.category_sums.values())
        kappa, alpha = fleiss_kappa(sums), nominal_alpha(sums)
        keys = (
            "pairs", "source_tokens", "target_tokens", "sure", "possible", "unaligned_source", "unaligned_target",
            "readings", "decisions", "left_open",
        )  # fmt: skip
        return {
            "counts": {key: self.counts[key] for key in keys},
            "agreement": {
                "links": self.links,
                "pairs": [
                    {"annotators": list(pair), **{name: agr(counts, name).value for name in FLAVOURS}}
                    for pair, counts in sorted(self.pair_counts.items())
                ],
                "fleiss_kappa": kappa.value,
                "alpha": alpha.value,
                "items": sum(part.items for part in sums),
                "reasons": [figure.reason for figure in (kappa, alpha) if figure.reason],
            },
        }


def name_stage(reconciliation: Mapping[str, Any] | None) -> str:
    """Which links agreement is computed from, from the manifest's `reconciliation`; older releases have none."""
    rounds = reconciliation or {}
    if rounds.get("open_round"):
        return f"during reconciliation round {rounds['open_round']}"
    if rounds.get("closed_rounds"):
        return f"after reconciliation round {rounds['closed_rounds']}"
    return BEFORE_RECONCILIATION


def read_released_pairs(texts: Iterable[str], works: Iterable[str]) -> Iterator[ReleasedPair]:
    """Pairs from the lines of texts.jsonl and readings.jsonl; ValueError where the two do not match."""
    for text_line, work_line in zip(texts, works, strict=True):
        text, work = json.loads(text_line), json.loads(work_line)
        if text["number"] != work["number"]:
            raise ValueError(f"texts.jsonl has pair {text['number']} where readings.jsonl has {work['number']}.")
        yield ReleasedPair(
            number=text["number"],
            identifier=text["id"],
            source_tokens=text["source_tokens"],
            target_tokens=text["target_tokens"],
            source_target_words=text["source_target_words"],
            target_target_words=text["target_target_words"],
            readings={name: Reading.from_json(reading) for name, reading in work["readings"].items()},
            decisions={(source, target): decision for source, target, decision in work["decisions"]},
        )


def to_json_line(data: Mapping[str, Any]) -> str:
    """One line of JSON, the same bytes for the same data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def hash_text(text: str) -> str:
    """SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()
