"""The numbers derived from the contents of a release: pure, so that anyone can compute them again."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from operator import add, attrgetter
from typing import Any

from alignment.coefficients.agr import (
    ABSENT,
    Choices,
    Confusion,
    Flavour,
    PairCounts,
    agr,
    count_agreeing,
    null_choices,
    sum_items,
)
from alignment.readings.links import GoldPolicy, Label, Reading, Votes
from alignment.releases.contents import ReleasedPair
from alignment.releases.provenance import Cause, LinkOrigin, name_outcome
from alignment.rounds.stages import BEFORE_RECONCILIATION
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha

FLAVOURS: tuple[Flavour, ...] = ("any", "both", "sure", "possible")
COUNTED = (
    "pairs", "source_tokens", "target_tokens", "source_target_words", "target_target_words", "sure", "possible",
    "unaligned_source", "unaligned_target", "undefined_source", "undefined_target", "decisions", "left_open",
)  # fmt: skip
SIZES = (
    "pairs", "source_tokens", "target_tokens", "source_target_words", "target_target_words", "unaligned_source",
    "unaligned_target", "undefined_source", "undefined_target",
)  # fmt: skip
CAUSES_COUNTED = ("agreed", "majority", "policy", "decided", "dropped_by_majority", "dropped_by_decided")
_outcome = attrgetter("label", "cause", "is_left_open")


@dataclass
class ReleaseNumbers:
    """Counts and agreement of a release, added up pair by pair in bounded memory.

    `outcomes` counts cells by label, cause and whether they were left open, `votes` by their labels in the readings of
    a group of annotators. With `is_full` every word wants a link or a mark, otherwise the target words do.
    """

    policy: GoldPolicy
    has_null_token: bool = False
    links: str = BEFORE_RECONCILIATION
    is_full: bool = True
    sizes: tuple[int, ...] = (0,) * len(SIZES)
    outcomes: Counter[tuple[Label | None, Cause, bool]] = field(default_factory=Counter)
    readings: Counter[tuple[str, ...]] = field(default_factory=Counter)
    guidelines: Counter[int | None] = field(default_factory=Counter)
    votes: dict[tuple[str, ...], Counter[Votes]] = field(default_factory=lambda: defaultdict(Counter))
    null_choices: dict[int, Counter[Choices]] = field(default_factory=lambda: defaultdict(Counter))
    # A sum over pairs, not over patterns: of three readings and more it is a fraction, whose last digit would differ.
    agreement: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    def add_gold(self, pair: ReleasedPair, gold: Reading, origins: Sequence[LinkOrigin]) -> None:
        """Count text and gold links of one pair."""
        counted = (
            pair.source_tokens, pair.target_tokens, pair.source_target_words, pair.target_target_words,
            gold.unaligned_source, gold.unaligned_target,
        )  # fmt: skip
        self.add_sizes((1, *map(len, counted), *pair.count_undefined(gold, is_full=self.is_full)))
        self.outcomes.update(map(_outcome, origins))

    def add_sizes(self, sizes: Sequence[int]) -> None:
        """Add to the sizes of the text, in the order of SIZES."""
        self.sizes = tuple(map(add, self.sizes, sizes))

    def add_readings(self, pair: ReleasedPair) -> None:
        """Count the annotators of one pair, their guideline versions, and their agreement."""
        names = pair.annotators
        self.readings[names] += 1
        self.guidelines.update(map(pair.guidelines.get, names))
        if (raters := len(names)) > 1:
            _, votes = pair.votes
            readings, length = list(pair.readings.values()), len(pair.source_tokens)
            nulls = null_choices(readings, length, artificial_null=self.has_null_token)
            self.votes[names].update(votes)
            self.null_choices[raters].update(nulls)
            choices = *map(write_absent, filter(any, votes)), *nulls
            self.agreement[raters] += sum(map(count_agreeing, choices)) / (raters * (raters - 1))

    def gold_to_json(self) -> dict[str, Any]:
        """Return the part of the manifest's numbers that follows from texts and gold links alone."""
        counts = Counter(dict(zip(SIZES, self.sizes, strict=True)))
        causes = Counter[str]()
        for (label, cause, is_left_open), cells in self.outcomes.items():
            causes[name_outcome(label, cause)] += cells
            conditions = {"sure": label == "S", "possible": label == "P"}
            conditions |= {"decisions": cause == "decided", "left_open": is_left_open}
            counts.update({name: cells for name, is_so in conditions.items() if is_so})
        return {
            "counts": {key: counts[key] for key in COUNTED},
            "origins": {key: causes[key] for key in CAUSES_COUNTED},
        }

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of the manifest; undefined figures are null with their reason."""
        sums = self._sum_categories()
        kappa, alpha = fleiss_kappa(sums), nominal_alpha(sums)
        gold = self.gold_to_json()
        by_pair: list[dict[str, Any]] = []
        for names, counts in sorted(self._count_pairs().items()):
            figures: dict[str, float | None] = {flavour: agr(counts, flavour).value for flavour in FLAVOURS}
            by_pair.append({"annotators": list(names), **figures})
        people = {
            "readings": sum(len(names) * pairs for names, pairs in self.readings.items()),
            "annotators": len(set[str]().union(*self.readings)),
        }
        return {
            "counts": {**gold["counts"], **people},
            "origins": gold["origins"],
            "guideline_versions": [
                {"version": version, "readings": self.guidelines[version]}
                for version in sorted(self.guidelines, key=lambda version: version or 0)
            ],
            "agreement": {
                "links": self.links,
                "pairs": by_pair,
                "fleiss_kappa": kappa.value,
                "alpha": alpha.value,
                "items": sum(part.items for part in sums),
                "reasons": [figure.reason for figure in (kappa, alpha) if figure.reason],
            },
        }

    def _count_pairs(self) -> dict[tuple[str, str], PairCounts]:
        """Return the links of every two annotators who read the same pairs, without those of whose pairs nobody linked
        a word.
        """
        confusions: dict[tuple[str, str], Confusion] = defaultdict(Counter)
        for names, cells_by_votes in self.votes.items():
            # Read one by one, such pairs have an entry without votes; read together, they have none.
            if not cells_by_votes:
                continue
            for first, second in combinations(range(len(names)), 2):
                confusion = confusions[names[first], names[second]]
                for votes, cells in cells_by_votes.items():
                    confusion[votes[first] or ABSENT, votes[second] or ABSENT] += cells
        return {pair: PairCounts.from_confusion(confusion) for pair, confusion in confusions.items()}

    def _sum_categories(self) -> list[CategorySums]:
        """Return the sums over link items, for each number of readings that a pair has."""
        choices: dict[int, Counter[Choices]] = defaultdict(Counter)
        for names, cells_by_votes in self.votes.items():
            for votes, cells in cells_by_votes.items():
                if any(votes):  # a cell that the adjudicator alone linked is nobody's choice
                    choices[len(names)][write_absent(votes)] += cells
        return [
            replace(sum_items(raters, choices[raters] + self.null_choices[raters]).sums, agreement=agreement)
            for raters, agreement in self.agreement.items()
        ]


@lru_cache(maxsize=1 << 10)
def write_absent(votes: Votes) -> Choices:
    return tuple([vote or ABSENT for vote in votes])
