"""What this app reads of the annotation: sums that the database makes, never rows one by one."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from django.db.models import Count, F, FloatField, IntegerField, QuerySet, Sum
from django.db.models.functions import Cast, Floor, Least

from alignment.agreement import Flavour, PairCounts, agr
from alignment.models import ItemAgreement, PairAgreement, RoundAgreement
from annotation_site.projects.agreement import CategorySums, Figure
from annotation_site.projects.models import Project
from evaluation.agreement import BEFORE_RECONCILIATION, FLAVOURS, AgreementReport, AnnotatorPair, RoundReport

SHOWN_ANNOTATOR_PAIRS = 50
BINS = 20
COUNTS = [field.name for field in fields(PairCounts)]
SUMS = {f"sum_{name}": Sum(name) for name in COUNTS}


def read_agreement(
    project: Project, *, count_unaligned: bool = False, limit: int = SHOWN_ANNOTATOR_PAIRS
) -> AgreementReport | None:
    """Agreement of the project, or None before any sentence pair has two readings."""
    pooled, annotator_pair_count = _read_totals(project, count_unaligned=count_unaligned)
    if not annotator_pair_count:
        return None
    bins = _read_bins(project)
    grouped = _by_annotators(project)
    sentence_pairs, categories = _read_categories(project)
    return AgreementReport(
        annotator_pairs=[_annotator_pair(row, count_unaligned=count_unaligned) for row in grouped[:limit]],
        annotator_pair_count=annotator_pair_count,
        pooled=pooled,
        sentence_pairs=sentence_pairs,
        categories=categories,
        bins=bins,
        undefined_count=pooled.pairs - sum(bins),
        count_unaligned=count_unaligned,
        stage=read_stage(project),
    )


def read_stage(project: Project) -> str:
    """Whether the last submissions are from before, during or after reconciliation."""
    last = project.reconciliation_rounds.first()
    if last is None:
        return BEFORE_RECONCILIATION
    when = "during" if last.closed_at is None else "after"
    return f"from submissions, {when} reconciliation round {last.number}"


def read_rounds(project: Project) -> list[RoundReport]:
    """Agreement before and after each reconciliation round, as it was kept then; the latest first."""
    sums = {f"sum_{name}": Sum(name) for name in COUNTS}
    rows = RoundAgreement.objects.filter(round__project=project).order_by().values("round_id", "scope", "moment")
    kept = {
        (row["round_id"], row["scope"], row["moment"]): PairCounts(**{name: row[f"sum_{name}"] for name in COUNTS})
        for row in rows.annotate(**sums)
    }
    rounds = project.reconciliation_rounds.annotate(pairs=Count("items"))
    return [
        RoundReport(
            number=each.number,
            moment=each.closed_at,
            pairs=each.pairs,
            before=_all_figures(kept.get((each.pk, "round", "before"), PairCounts())),
            after=_all_figures(kept.get((each.pk, "round", "after"), PairCounts())) if each.closed_at else None,
            all_before=_all_figures(kept.get((each.pk, "all", "before"), PairCounts())),
            all_after=_all_figures(kept.get((each.pk, "all", "after"), PairCounts())) if each.closed_at else None,
        )
        for each in rounds
    ]


def _all_figures(counts: PairCounts) -> dict[Flavour, Figure]:
    return {flavour: agr(counts, flavour) for flavour in FLAVOURS}


def read_pooled(project: Project, *, count_unaligned: bool = False) -> AnnotatorPair | None:
    """The sums over all annotator pairs as a row without names; its `pairs` counts comparisons of two readings."""
    pooled, annotator_pair_count = _read_totals(project, count_unaligned=count_unaligned)
    return pooled if annotator_pair_count else None


def _read_totals(project: Project, *, count_unaligned: bool) -> tuple[AnnotatorPair, int]:
    """The pooled row and the number of annotator pairs, from one pass over the table."""
    totals = {f"total_{name}": Sum(f"sum_{name}", default=0) for name in COUNTS}
    row = _by_annotators(project).aggregate(groups=Count("first_id"), comparisons=Sum("pairs", default=0), **totals)
    counts = PairCounts(**{name: row[f"total_{name}"] for name in COUNTS})
    return AnnotatorPair("", "", row["comparisons"], counts, count_unaligned), row["groups"]


def all_annotator_pairs(project: Project, *, count_unaligned: bool = False) -> Iterator[AnnotatorPair]:
    """Every annotator pair of the project, for files."""
    for row in _by_annotators(project).iterator():
        yield _annotator_pair(row, count_unaligned=count_unaligned)


def worst_pairs(project: Project) -> QuerySet[PairAgreement]:
    """Sentence pairs on which two annotators differ, least agreement first; texts come along. Walks the index
    `agreements_worst_first`."""
    return (
        _agreements(project)
        .filter(agr__lt=1)
        .order_by("agr", "pk")
        .select_related("item__sentence_pair", "first", "second")
    )


def _agreements(project: Project) -> QuerySet[PairAgreement]:
    return PairAgreement.objects.filter(project=project)


def _by_annotators(project: Project) -> Any:
    grouped = _agreements(project).values("first_id", "second_id", "first__pseudonym", "second__pseudonym")
    return grouped.annotate(pairs=Count("pk"), **SUMS).order_by("-pairs", "first_id", "second_id")


def _annotator_pair(row: dict[str, Any], *, count_unaligned: bool) -> AnnotatorPair:
    counts = PairCounts(**{name: row[f"sum_{name}"] for name in COUNTS})
    return AnnotatorPair(row["first__pseudonym"], row["second__pseudonym"], row["pairs"], counts, count_unaligned)


def _read_categories(project: Project) -> tuple[int, list[CategorySums]]:
    """How many sentence pairs have link items, and the items' sums for each number of raters."""
    rows = list(
        ItemAgreement.objects.filter(project=project)
        .values("raters")
        .order_by("raters")
        .annotate(
            pairs=Count("pk"),
            items=Sum("link_items"),
            agreement=Sum("agreement_sum"),
            sure=Sum("sure_count"),
            possible=Sum("possible_count"),
            absent=Sum("absent_count"),
        )
    )
    categories = [
        CategorySums(
            row["raters"],
            row["items"],
            row["agreement"],
            {"S": row["sure"], "P": row["possible"], "N": row["absent"]},
        )
        for row in rows
    ]
    return sum(row["pairs"] for row in rows), categories


def _read_bins(project: Project) -> list[int]:
    """How many comparisons fall in each twentieth of 0–1; the last one includes 1."""
    place = Cast(Least(Floor(F("agr") * BINS, output_field=FloatField()), BINS - 1.0), IntegerField())
    rows = _agreements(project).filter(agr__isnull=False).annotate(place=place).values_list("place")
    found = dict(rows.order_by("place").annotate(n=Count("pk")))
    return [found.get(place, 0) for place in range(BINS)]
