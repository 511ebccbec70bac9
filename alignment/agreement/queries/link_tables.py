"""Tables of links by pair and annotators, for intervals and for counts by frequency."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import Count, F, Q, Sum

from alignment.agreement.intervals import Floats
from alignment.agreement.models import ItemAgreement, ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.coefficients.agr import COUNT_NAMES
from alignment.pairs.models import SentencePair
from annotation_site.projects.models import Project

STREAMED = 2_000


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One comparison of two readings: the sentence pair, both annotators, their counts, and those over target words."""

    item: int
    couple: tuple[int, int]
    counts: list[int]
    target: list[int] | None


@dataclass(frozen=True, slots=True)
class LinkTableSize:
    """Numbers of sentence pairs compared, with target words among them, and by pair of annotators."""

    items: int
    target_items: int
    couples: Mapping[tuple[int, int], int]


def measure_link_table(project: Project) -> LinkTableSize:
    """Return the size of what `read_link_table` yields, counted by the database."""
    rows = up_to_date(PairAgreement, project)
    has_targets = Q(target_counts__isnull=False)
    counted = rows.aggregate(
        items=Count("item_id", distinct=True), target=Count("item_id", distinct=True, filter=has_targets)
    )
    couples = rows.order_by().values_list("first_id", "second_id").annotate(n=Count("pk"))
    return LinkTableSize(counted["items"], counted["target"], {(first, second): n for first, second, n in couples})


def read_link_table(project: Project) -> Iterator[LinkRow]:
    """Yield every comparison, pair by pair, streamed."""
    names = ("item_id", "first_id", "second_id", "target_counts", *COUNT_NAMES)
    rows = up_to_date(PairAgreement, project).order_by("item_id", "pk").values_list(*names)
    for item, first, second, target, *counts in rows.iterator(chunk_size=STREAMED):
        yield LinkRow(item, (first, second), counts, target)


def add_both(counts: Any) -> Floats:
    """Return rows of LINK_COLUMNS from rows of counts in the order of COUNT_NAMES."""
    table = np.asarray(counts, dtype=np.float64).reshape(-1, len(COUNT_NAMES))
    column = {name: table[:, index] for index, name in enumerate(COUNT_NAMES)}
    return np.stack(
        [
            column["first_any"] + column["second_any"],
            column["both_any"],
            column["both_same_label"],
            column["first_sure"] + column["second_sure"],
            column["both_sure"],
            column["first_possible"] + column["second_possible"],
            column["both_possible"],
            column["first_unaligned"] + column["second_unaligned"],
            column["both_unaligned"],
        ],
        axis=1,
    )


def read_item_table(project: Project) -> Iterator[tuple[float, ...]]:
    """Return a row of ITEM_COLUMNS for every sentence pair, streamed."""
    rows = (
        up_to_date(ItemAgreement, project)
        .order_by("item_id")
        .annotate(diagonal=F("raters") * F("agreement_sum"))
        .values_list("link_items", "agreement_sum", "diagonal", "sure_count", "possible_count", "absent_count")
    )
    return rows.iterator(chunk_size=STREAMED)


def count_item_table(project: Project) -> int:
    """Return the number of rows that `read_item_table` yields."""
    return up_to_date(ItemAgreement, project).count()


def count_compared_pairs(project: Project) -> int:
    """Return the number of pairs that `read_compared_pairs` yields, from the running sums."""
    pairs = up_to_date(ItemAgreementTotal, project).aggregate(pairs=Sum("pairs", default=0))
    return int(pairs["pairs"])


def read_tokens(project: Project, side: str) -> Iterator[list[str]]:
    """Return the tokens of each sentence of one side, streamed."""
    rows = SentencePair.objects.filter(item__project=project).order_by().values_list(f"{side}_tokens", flat=True)
    return rows.iterator(chunk_size=2_000)
