"""A sentence pair as a release has it: pure, so that anyone can verify one without a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from alignment.readings.links import (
    Cell,
    Decision,
    GoldPolicy,
    Reading,
    Votes,
    agreed_unaligned,
    collect_votes,
    gold_unaligned,
    require_readings,
)
from alignment.releases.provenance import LinkOrigin, explain_votes, labelled
from annotation_site.texts.json_lines import to_json

# Which words have no counterpart in gold: those that every reading decided about and none of whose links is gold, or
# those that every reading marked, as in releases whose manifest has no `marks`.
MarkRule = Literal["decided", "agreed"]


@dataclass(frozen=True)
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

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        """Pseudonyms in order."""
        return tuple(sorted(self.readings))

    @cached_property
    def votes(self) -> tuple[list[Cell], list[Votes]]:
        """Every cell that was drawn or decided, and its label for each annotator."""
        return collect_votes([self.readings[name] for name in self.annotators], self.decisions)

    def origins(self, policy: GoldPolicy) -> list[LinkOrigin]:
        """Return the outcome for every cell that was drawn or decided."""
        require_readings(len(self.readings), policy)
        return explain_votes(*self.votes, self.decisions, policy, self.noted)

    def gold(self, origins: Iterable[LinkOrigin], marks: MarkRule = "decided") -> Reading:
        """Return gold links and words without counterpart, by the rule of the release."""
        links = labelled(origins)
        unaligned = gold_unaligned if marks == "decided" else agreed_unaligned
        return Reading(links, *unaligned(list(self.readings.values()), links))

    def count_undefined(self, gold: Reading, *, is_full: bool) -> tuple[int, int]:
        """Return how many source and target words have neither a gold link nor a mark, of those that annotators are
        asked about: all, or the target words.
        """
        sources, targets = {cell[0] for cell in gold.links}, {cell[1] for cell in gold.links}
        source_words, target_words = self.source_target_words, self.target_target_words
        if is_full:
            source_words, target_words = range(len(self.source_tokens)), range(len(self.target_tokens))
        return (
            len(set(source_words) - sources - gold.unaligned_source),
            len(set(target_words) - targets - gold.unaligned_target),
        )

    def resolve(self, policy: GoldPolicy, marks: MarkRule = "decided") -> ResolvedPair:
        """Return the pair with its gold reading under a policy."""
        origins = self.origins(policy)
        return ResolvedPair(self, self.gold(origins, marks), origins)

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
        links = ",".join([origin.written for origin in origins])
        return f'{{"number":{self.number},"id":{to_json(self.identifier)},"links":[{links}]}}\n'


class ResolvedPair(NamedTuple):
    """A pair with its gold reading, and the origin of every link that somebody drew or decided."""

    pair: ReleasedPair
    gold: Reading
    origins: Sequence[LinkOrigin]


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
