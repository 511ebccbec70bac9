"""Agreement and kappa before and after a reconciliation round, from sums alone: nothing is recounted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Count, F, QuerySet, Sum
from django.db.models.functions import Round

from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.coefficients.agr import COUNT_NAMES, PairCounts, agr
from alignment.rounds.models import ReconciliationRound, RoundAgreement
from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa

CHANCE_SUMS = ("pairs", "agreeing", "link_items", "sure_count", "possible_count", "absent_count")
_SUMS = {f"sum_{name}": Sum(name) for name in COUNT_NAMES}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two annotators' agreement when a round was opened and when it was closed, or now while it is open. Without names:
    all annotator pairs together.
    """

    first: str
    second: str
    pairs: int
    before: PairCounts
    after: PairCounts

    @property
    def name(self) -> str:
        return f"{self.first}–{self.second}" if self.first else "All"

    @property
    def figures(self) -> dict[str, tuple[float | None, float | None]]:
        """AGR before and after, for links with their label, whatever their label, Sure and Possible."""
        return {
            "both": (agr(self.before, "both").value, agr(self.after, "both").value),
            "any": (agr(self.before, "any").value, agr(self.after, "any").value),
            "sure": (agr(self.before, "sure").value, agr(self.after, "sure").value),
            "possible": (agr(self.before, "possible").value, agr(self.after, "possible").value),
        }

    @property
    def differing(self) -> tuple[int, int]:
        """The number of links that only one drew or that have two labels, before and after."""
        counts = (self.before, self.after)
        one, other = (count.first_any + count.second_any - count.both_any - count.both_same_label for count in counts)
        return one, other


def compare_agreement(held: ReconciliationRound, scope: str) -> list[Comparison]:
    """Return agreement before and after for each annotator pair, then the sum over all, from sums only."""
    kept: dict[str, dict[tuple[str, str], tuple[int, PairCounts]]] = {"before": {}, "after": {}}
    for row in held.agreements.filter(scope=scope).select_related("first", "second"):
        counts = PairCounts(**{name: getattr(row, name) for name in COUNT_NAMES})
        kept[row.moment][row.first.pseudonym, row.second.pseudonym] = (row.pairs, counts)
    if held.state == ReconciliationRound.State.OPEN:
        kept["after"] = _sums_now(held, scope)
    rows = [
        Comparison(first, second, pairs, before, kept["after"].get((first, second), (0, PairCounts()))[1])
        for (first, second), (pairs, before) in kept["before"].items()
    ]
    if len(rows) < 2:
        return rows
    before, after = PairCounts(), PairCounts()
    for comparison in rows:
        before, after = before + comparison.before, after + comparison.after
    return [*rows, Comparison("", "", sum(row.pairs for row in rows), before, after)]


def sum_now(held: ReconciliationRound, scope: str, *names: str) -> QuerySet[Any]:
    """Return counts of current submissions, with the number of sentence pairs as `n`, grouped by these names of
    annotators: rows of the round's pairs are added up; for all pairs the running sums are used.
    """
    if scope == RoundAgreement.Scope.ALL:
        totals = up_to_date(AgreementTotal, held.project).filter(part=AgreementTotal.Part.ALL, pairs__gt=0)
        return totals.order_by().values(*names).annotate(n=Sum("pairs"), **_SUMS)
    rows = up_to_date(PairAgreement, held.project).filter(item__in=held.items.values("item"))
    return rows.order_by().values(*names).annotate(n=Count("pk"), **_SUMS)


def sum_items_now(held: ReconciliationRound, scope: str) -> list[dict[str, Any]]:
    """Return link items of current submissions, by number of raters, in the columns of RoundChance."""
    rows: QuerySet[Any]
    sums: dict[str, Sum | Count]
    plain: dict[str, Sum | Count] = {name: Sum(name) for name in CHANCE_SUMS[2:]}
    if scope == RoundAgreement.Scope.ALL:
        rows = up_to_date(ItemAgreementTotal, held.project)
        sums = {"pairs": Sum("pairs"), "agreeing": Sum("agreeing"), **plain}
    else:
        rows = up_to_date(ItemAgreement, held.project).filter(item__in=held.items.values("item"))
        agreeing = Round(F("agreement_sum") * F("raters") * (F("raters") - 1), output_field=BigIntegerField())
        sums = {"pairs": Count("pk"), "agreeing": Sum(agreeing), **plain}
    # An annotation may not have the name of a field, hence the prefix.
    named = {f"sum_{name}": total for name, total in sums.items()}
    grouped = rows.order_by("raters").values("raters").annotate(**named)
    by_raters = []
    for row in grouped:
        if row["sum_pairs"]:
            by_raters.append({"raters": row["raters"], **{name: row[f"sum_{name}"] for name in CHANCE_SUMS}})
    return by_raters


def compare_kappa(held: ReconciliationRound, scope: str) -> tuple[Figure, Figure]:
    """Return Fleiss kappa over all raters when a round was opened, and when it was closed or now. Older rounds, for
    which it was not stored, have none.
    """
    kept: dict[str, list[dict[str, Any]]] = {"before": [], "after": []}
    for row in held.chances.filter(scope=scope).values("moment", "raters", *CHANCE_SUMS):
        kept[row["moment"]].append(row)
    if held.state == ReconciliationRound.State.OPEN and kept["before"]:
        kept["after"] = sum_items_now(held, scope)
    before, after = (_kappa(rows) for rows in kept.values())
    return before, after


def _kappa(rows: Sequence[Mapping[str, Any]]) -> Figure:
    if not rows:
        return Figure(None, "Kappa was not recorded for this round.")
    return fleiss_kappa(
        [
            CategorySums(
                row["raters"],
                row["link_items"],
                row["agreeing"] / (row["raters"] * (row["raters"] - 1)),
                {"S": row["sure_count"], "P": row["possible_count"], "N": row["absent_count"]},
            )
            for row in rows
        ]
    )


def _sums_now(held: ReconciliationRound, scope: str) -> dict[tuple[str, str], tuple[int, PairCounts]]:
    rows = sum_now(held, scope, "first__pseudonym", "second__pseudonym")
    sums = {}
    for row in rows:
        counts = PairCounts(**{name: row[f"sum_{name}"] for name in COUNT_NAMES})
        sums[row["first__pseudonym"], row["second__pseudonym"]] = (row["n"], counts)
    return sums
