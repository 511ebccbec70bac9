"""Agreement of links: running sums, whose number does not grow with the pairs."""

from collections.abc import Iterator

from django.db.models import Count, QuerySet, Sum

from alignment.agreement.models import ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.changes import count_changes as count_changes
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.queries.link_sums import (
    Part,
    find_totals,
    group_by_annotators,
    group_by_key,
    make_pair,
    pool_row,
    read_totals,
)
from alignment.agreement.report import (
    BEFORE_RECONCILIATION,
    FLAVOURS,
    AnnotatorPair,
    LinkAgreement,
    RoundReport,
    Stretch,
)
from alignment.coefficients.agr import COUNT_NAMES, Flavour, PairCounts, agr
from alignment.rounds.models import RoundAgreement
from annotation_site.agreement.stretches import choose_step, find_start, name_guideline, name_stretch
from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums
from annotation_site.projects.models import Project

SHOWN_ANNOTATOR_PAIRS = 50
BINS = 20
MIXED_GUIDELINES = -1
STREAMED = 2_000


def read_agreement(project: Project, *, count_unaligned: bool = False) -> LinkAgreement | None:
    """Return agreement in the project, or None before any sentence pair has two readings."""
    pooled, annotator_pair_count = read_totals(project, Part.ALL, count_unaligned=count_unaligned)
    if not annotator_pair_count:
        return None
    bins = _read_bins(project)
    grouped = group_by_annotators(project)
    sentence_pairs, categories, changes = _read_categories(project)
    target, target_rows = read_totals(project, Part.TARGET_WORDS, count_unaligned=count_unaligned)
    step, timeline = _read_timeline(project, count_unaligned=count_unaligned)
    return LinkAgreement(
        annotator_pairs=[make_pair(row, count_unaligned=count_unaligned) for row in grouped[:SHOWN_ANNOTATOR_PAIRS]],
        annotator_pair_count=annotator_pair_count,
        pooled=pooled,
        sentence_pairs=sentence_pairs,
        categories=categories,
        bins=bins,
        undefined_count=pooled.pairs - sum(bins),
        count_unaligned=count_unaligned,
        stage=read_stage(project),
        target=target if target_rows else None,
        step=step,
        timeline=timeline,
        guidelines=_read_guidelines(project, count_unaligned=count_unaligned),
        changes=changes,
    )


def read_stage(project: Project) -> str:
    """Return the stage of the latest submissions: before, during or after reconciliation."""
    last = project.reconciliation_rounds.first()
    if last is None:
        return BEFORE_RECONCILIATION
    when = "during" if last.closed_at is None else "after"
    return f"from submissions, {when} reconciliation round {last.number}"


def read_rounds(project: Project) -> list[RoundReport]:
    """Return agreement before and after each reconciliation round, as stored at the time, latest first."""
    sums = {f"sum_{name}": Sum(name) for name in COUNT_NAMES}
    rows = RoundAgreement.objects.filter(round__project=project).order_by().values("round_id", "scope", "moment")
    kept = {}
    for row in rows.annotate(**sums):
        counts = PairCounts(**{name: row[f"sum_{name}"] for name in COUNT_NAMES})
        kept[row["round_id"], row["scope"], row["moment"]] = counts
    rounds = project.reconciliation_rounds.annotate(pairs=Count("items"))
    reports = []
    for reconciliation_round in rounds:

        def figures_of(scope: str, moment: str, key: int = reconciliation_round.pk) -> dict[Flavour, Figure]:
            return _all_figures(kept.get((key, scope, moment), PairCounts()))

        is_closed = reconciliation_round.closed_at is not None
        reports.append(
            RoundReport(
                number=reconciliation_round.number,
                moment=reconciliation_round.closed_at,
                pairs=reconciliation_round.pairs,
                before=figures_of("round", "before"),
                after=figures_of("round", "after") if is_closed else None,
                all_before=figures_of("all", "before"),
                all_after=figures_of("all", "after") if is_closed else None,
            )
        )
    return reports


def _all_figures(counts: PairCounts) -> dict[Flavour, Figure]:
    return {flavour: agr(counts, flavour) for flavour in FLAVOURS}


def read_pooled(project: Project, *, count_unaligned: bool = False) -> AnnotatorPair | None:
    """Return the sums over all annotator pairs as a row without names, or None; its `pairs` counts comparisons of
    readings.
    """
    pooled, annotator_pair_count = read_totals(project, Part.ALL, count_unaligned=count_unaligned)
    return pooled if annotator_pair_count else None


def all_annotator_pairs(project: Project, *, count_unaligned: bool = False) -> Iterator[AnnotatorPair]:
    """Yield every annotator pair of the project, for files."""
    for row in group_by_annotators(project).iterator():
        yield make_pair(row, count_unaligned=count_unaligned)


def worst_pairs(project: Project) -> QuerySet[PairAgreement]:
    """Return sentence pairs on which two annotators differ, least agreement first, with their texts.

    The query walks the index `agreements_worst_first`.
    """
    return (
        up_to_date(PairAgreement, project)
        .filter(agr__lt=1)
        .order_by("agr", "pk")
        .select_related("item__sentence_pair", "first", "second")
    )


def count_worst_pairs(project: Project) -> int:
    """Return the number of pairs that `worst_pairs` yields, from the running sums."""
    below_one = find_totals(project, Part.AGR).filter(key__lt=BINS)
    return int(below_one.aggregate(pairs=Sum("pairs", default=0))["pairs"])


def read_changes(project: Project) -> int:
    """Return a number that increases whenever readings are counted again."""
    changes = up_to_date(ItemAgreementTotal, project).aggregate(changes=Sum("changes", default=0))
    return int(changes["changes"])


def name_annotators(project: Project, limit: int) -> dict[tuple[int, int], str]:
    """Return the names of the annotator pairs with most sentence pairs in common, as pages show them."""
    rows = group_by_annotators(project)[:limit]
    return {(row["first_id"], row["second_id"]): str(make_pair(row, count_unaligned=False)) for row in rows}


def _read_timeline(project: Project, *, count_unaligned: bool) -> tuple[str, list[Stretch]]:
    """Return pooled agreement by the day of the later of two readings, or by the Monday of its week."""
    rows = group_by_key(project, Part.DAY)
    step = choose_step([row["key"] for row in rows])
    stretches: dict[int, AnnotatorPair] = {}
    for row in rows:
        start = find_start(row["key"], step)
        here, before = pool_row(row, count_unaligned=count_unaligned), stretches.get(start)
        if before is not None:
            here = AnnotatorPair("", "", before.pairs + here.pairs, before.counts + here.counts, count_unaligned)
        stretches[start] = here
    return step, [Stretch(start, name_stretch(start), row) for start, row in stretches.items()]


def _read_guidelines(project: Project, *, count_unaligned: bool) -> list[Stretch]:
    """Return pooled agreement by the version of both readings; pairs made under two versions come last."""
    rows = sorted(group_by_key(project, Part.GUIDELINE), key=lambda row: (row["key"] == MIXED_GUIDELINES, row["key"]))
    return [_name_guideline(row["key"], pool_row(row, count_unaligned=count_unaligned)) for row in rows]


def _name_guideline(key: int, row: AnnotatorPair) -> Stretch:
    if key == MIXED_GUIDELINES:
        return Stretch(None, name_guideline(None), row)
    return Stretch(key, name_guideline(key), row)


def _read_categories(project: Project) -> tuple[int, list[CategorySums], int]:
    """Return the number of sentence pairs with link items, the sums for each number of raters, and `changes`."""
    names = ("pairs", "link_items", "agreeing", "sure_count", "possible_count", "absent_count", "changes")
    grouped = up_to_date(ItemAgreementTotal, project).values("raters").order_by("raters")
    rows = list(grouped.annotate(**{f"sum_{name}": Sum(name) for name in names}))
    categories = [
        CategorySums(
            row["raters"],
            row["sum_link_items"],
            row["sum_agreeing"] / (row["raters"] * (row["raters"] - 1)),
            {"S": row["sum_sure_count"], "P": row["sum_possible_count"], "N": row["sum_absent_count"]},
        )
        for row in rows
        if row["sum_pairs"]
    ]
    return sum(row["sum_pairs"] for row in rows), categories, sum(row["sum_changes"] for row in rows)


def _read_bins(project: Project) -> list[int]:
    """Return the number of comparisons in each twentieth of 0–1; the last includes 1."""
    bins = [0] * BINS
    for row in group_by_key(project, Part.AGR):
        bins[min(row["key"], BINS - 1)] += row["sum_pairs"]
    return bins
