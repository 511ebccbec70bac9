"""The contents of a release and the numbers derived from it: pure, so that anyone can verify one without a database."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from alignment.agreement.counts import Flavour, PairCounts, agr, count_pair, link_items
from alignment.readings.links import Cell, Decision, GoldPolicy, Reading, gold_unaligned
from alignment.releases.provenance import LinkOrigin, count_causes, explain_links, labelled, write_origin
from annotation_site.coefficients.agreement import CategorySums, fleiss_kappa, nominal_alpha
from annotation_site.releases.archives import to_json

FORMAT = "interlinea-release/2"
# Without provenance, frequencies and guidelines of readings; such releases were cited and must verify for good.
OLDER_FORMAT = "interlinea-release/1"
BEFORE_RECONCILIATION = "as submitted, before reconciliation"
FLAVOURS: tuple[Flavour, ...] = ("any", "both", "sure", "possible")


@dataclass(frozen=True, slots=True)
class ReleasedPair:
    """One sentence pair of a release: tokens, every reading under its pseudonym, decisions."""

    number: int
    identifier: str
    source_tokens: Sequence[str]
    target_tokens: Sequence[str]
    source_target_words: Sequence[int]
    target_target_words: Sequence[int]
    readings: Mapping[str, Reading]
    decisions: Mapping[Cell, Decision]
    # Cells whose decision came with a reason, and the version of the guidelines that each reading was made under.
    noted: frozenset[Cell] = frozenset()
    guidelines: Mapping[str, int | None] = field(default_factory=dict)

    def origins(self, policy: GoldPolicy) -> list[LinkOrigin]:
        """Return the outcome for every cell that was drawn or decided."""
        return explain_links(list(self.readings.values()), self.decisions, policy, self.noted)

    def gold(self, origins: Iterable[LinkOrigin]) -> Reading:
        """Return gold links and unaligned words."""
        links = labelled(origins)
        return Reading(links, *gold_unaligned(list(self.readings.values()), links))

    def text_to_json(self) -> dict[str, Any]:
        """Return the object on its line of texts.jsonl."""
        return {
            "number": self.number,
            "id": self.identifier,
            "source_tokens": list(self.source_tokens),
            "target_tokens": list(self.target_tokens),
            "source_target_words": list(self.source_target_words),
            "target_target_words": list(self.target_target_words),
        }

    def work_to_json(self) -> dict[str, Any]:
        """Return the object on its line of readings.jsonl. A decision is source, target, the decision, and whether it
        has a reason.
        """
        return {
            "number": self.number,
            "id": self.identifier,
            "readings": {
                name: {**reading.to_json(), "guideline": self.guidelines.get(name)}
                for name, reading in sorted(self.readings.items())
            },
            "decisions": [[*cell, decision, cell in self.noted] for cell, decision in sorted(self.decisions.items())],
        }

    def write_origins(self, origins: Iterable[LinkOrigin]) -> str:
        """Return its line of provenance.jsonl."""
        links = ",".join(map(write_origin, origins))
        return f'{{"number":{self.number},"id":{to_json(self.identifier)},"links":[{links}]}}\n'


COUNTED = (
    "pairs", "source_tokens", "target_tokens", "source_target_words", "target_target_words", "sure", "possible",
    "unaligned_source", "unaligned_target", "decisions", "left_open",
)  # fmt: skip
CAUSES_COUNTED = ("agreed", "majority", "policy", "decided", "dropped_by_majority", "dropped_by_decided")


@dataclass
class ReleaseNumbers:
    """Counts and agreement of a release, added up pair by pair in bounded memory."""

    policy: GoldPolicy
    has_null_token: bool = False
    links: str = BEFORE_RECONCILIATION
    counts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    annotators: set[str] = field(default_factory=set)
    guidelines: Counter[int | None] = field(default_factory=Counter)
    pair_counts: dict[tuple[str, str], PairCounts] = field(default_factory=dict)
    category_sums: dict[int, CategorySums] = field(default_factory=dict)

    def add_gold(self, pair: ReleasedPair, gold: Reading, origins: Sequence[LinkOrigin]) -> None:
        """Count text and gold links of one pair."""
        labels = list(gold.links.values())
        self.counts.update(
            pairs=1,
            source_tokens=len(pair.source_tokens),
            target_tokens=len(pair.target_tokens),
            source_target_words=len(pair.source_target_words),
            target_target_words=len(pair.target_target_words),
            sure=labels.count("S"),
            possible=labels.count("P"),
            unaligned_source=len(gold.unaligned_source),
            unaligned_target=len(gold.unaligned_target),
            decisions=[origin.cause for origin in origins].count("decided"),
            left_open=[origin.is_left_open for origin in origins].count(True),
        )
        self.causes.update(count_causes(origins))

    def add_readings(self, pair: ReleasedPair) -> None:
        """Count the annotators of one pair, their guideline versions, and their agreement."""
        self.counts.update(readings=len(pair.readings))
        self.annotators.update(pair.readings)
        self.guidelines.update(pair.guidelines.get(name) for name in pair.readings)
        for first, second in combinations(sorted(pair.readings), 2):
            counted = count_pair(pair.readings[first], pair.readings[second])
            self.pair_counts[first, second] = self.pair_counts.get((first, second), PairCounts()) + counted
        if len(pair.readings) > 1:
            readings, length = list(pair.readings.values()), len(pair.source_tokens)
            sums = link_items(readings, length, artificial_null=self.has_null_token).sums
            known = self.category_sums.get(sums.raters)
            self.category_sums[sums.raters] = known + sums if known else sums

    def gold_to_json(self) -> dict[str, Any]:
        """Return the part of the manifest's numbers that follows from texts and gold links alone."""
        return {
            "counts": {key: self.counts[key] for key in COUNTED},
            "origins": {key: self.causes[key] for key in CAUSES_COUNTED},
        }

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the manifest; undefined figures are null with their reason."""
        sums = list(self.category_sums.values())
        kappa, alpha = fleiss_kappa(sums), nominal_alpha(sums)
        gold = self.gold_to_json()
        people = {"readings": self.counts["readings"], "annotators": len(self.annotators)}
        return {
            "counts": {**gold["counts"], **people},
            "origins": gold["origins"],
            "guideline_versions": [
                {"version": version, "readings": self.guidelines[version]}
                for version in sorted(self.guidelines, key=lambda version: version or 0)
            ],
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
    """Return the stage of links from which agreement is computed, named by `reconciliation` in the manifest; older
    releases have none.
    """
    rounds = reconciliation or {}
    if rounds.get("open_round"):
        return f"during reconciliation round {rounds['open_round']}"
    if rounds.get("closed_rounds"):
        return f"after reconciliation round {rounds['closed_rounds']}"
    return BEFORE_RECONCILIATION


def read_released_pairs(texts: Iterable[str], works: Iterable[str]) -> Iterator[ReleasedPair]:
    """Yield pairs from the lines of texts.jsonl and readings.jsonl. Raise ValueError if the two do not match."""
    for text_line, work_line in zip(texts, works, strict=True):
        text, work = json.loads(text_line), json.loads(work_line)
        if text["number"] != work["number"]:
            raise ValueError(f"texts.jsonl has pair {text['number']} where readings.jsonl has {work['number']}.")
        yield replace(
            read_text(text),
            readings={name: Reading.from_json(reading) for name, reading in work["readings"].items()},
            decisions={(source, target): decision for source, target, decision, *_ in work["decisions"]},
            noted=frozenset((source, target) for source, target, _, *noted in work["decisions"] if any(noted)),
            guidelines={name: reading.get("guideline") for name, reading in work["readings"].items()},
        )


def read_text(text: Mapping[str, Any]) -> ReleasedPair:
    """Return a pair from its line of texts.jsonl alone, without readings and decisions."""
    return ReleasedPair(
        number=text["number"],
        identifier=text["id"],
        source_tokens=text["source_tokens"],
        target_tokens=text["target_tokens"],
        # The first releases did not list target words.
        source_target_words=text.get("source_target_words", []),
        target_target_words=text.get("target_target_words", []),
        readings={},
        decisions={},
    )
