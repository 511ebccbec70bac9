"""Numbers of gold links under each policy, with the current decisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from alignment.readings.links import MIN_READINGS_FOR_MAJORITY, GoldPolicy
from alignment.releases.contents import ReleasedPair

POLICIES: tuple[GoldPolicy, ...] = ("wags", "och-ney", "majority")


@dataclass
class GoldPreview:
    """Sums over pairs for each policy; `too_few` counts pairs with too few readings for a majority, `undefined` words
    that have neither a link nor a mark, of all words with `is_full`, of the target words otherwise.
    """

    counts: dict[GoldPolicy, Counter[str]] = field(default_factory=lambda: {policy: Counter() for policy in POLICIES})
    pairs: int = 0
    is_full: bool = True

    def add(self, pair: ReleasedPair) -> None:
        self.pairs += 1
        for policy, counts in self.counts.items():
            if policy == "majority" and len(pair.readings) < MIN_READINGS_FOR_MAJORITY:
                counts["too_few"] += 1
                continue
            origins = pair.origins(policy)
            gold = pair.gold(origins)
            counts.update(
                sure=len(gold.cells("S")),
                possible=len(gold.cells("P")),
                dropped=sum(origin.label is None for origin in origins),
                unaligned=len(gold.unaligned_source) + len(gold.unaligned_target),
                undefined=sum(pair.count_undefined(gold, is_full=self.is_full)),
            )

    def to_json(self) -> dict[str, Any]:
        """Return `policies` in order; a policy under which some pair has no gold has null counts."""
        policies = []
        for policy, counts in self.counts.items():
            row: dict[str, Any] = {"policy": policy, "too_few": counts["too_few"]}
            for name in ("sure", "possible", "dropped", "unaligned", "undefined"):
                row[name] = None if counts["too_few"] else counts[name]
            policies.append(row)
        return {"pairs": self.pairs, "policies": policies}
