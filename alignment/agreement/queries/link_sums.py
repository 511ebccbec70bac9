"""The running sums of agreement, pooled, by annotators and by key, as rows of figures."""

from typing import Any

from django.db.models import Count, QuerySet, Sum

from alignment.agreement.models import AgreementTotal
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.report import AnnotatorPair
from alignment.coefficients.agr import COUNT_NAMES, PairCounts
from annotation_site.projects.models import Project

Part = AgreementTotal.Part
SUMS = {f"sum_{name}": Sum(name, default=0) for name in ("pairs", *COUNT_NAMES)}


def find_totals(project: Project, part: Part) -> QuerySet[AgreementTotal]:
    """Return the non-empty sums of one part."""
    return up_to_date(AgreementTotal, project).filter(part=part, pairs__gt=0)


def read_totals(project: Project, part: Part, *, count_unaligned: bool) -> tuple[AnnotatorPair, int]:
    """Return the pooled row and the number of annotator pairs."""
    row = find_totals(project, part).aggregate(groups=Count("pk"), **SUMS)
    return pool_row(row, count_unaligned=count_unaligned), row["groups"]


def pool_row(row: dict[str, Any], *, count_unaligned: bool, first: str = "", second: str = "") -> AnnotatorPair:
    """Return a row of SUMS as a row of figures, without names for all annotators together."""
    counts = PairCounts(**{name: row[f"sum_{name}"] for name in COUNT_NAMES})
    return AnnotatorPair(first, second, row["sum_pairs"], counts, count_unaligned)


def group_by_annotators(project: Project) -> Any:
    """Return a row of SUMS for every two annotators, those with most sentence pairs in common first."""
    grouped = find_totals(project, Part.ALL).values("first_id", "second_id", "first__pseudonym", "second__pseudonym")
    return grouped.annotate(**SUMS).order_by("-sum_pairs", "first_id", "second_id")


def make_pair(row: dict[str, Any], *, count_unaligned: bool) -> AnnotatorPair:
    """Return a row of `group_by_annotators` under the annotators' pseudonyms."""
    names = {"first": row["first__pseudonym"], "second": row["second__pseudonym"]}
    return pool_row(row, count_unaligned=count_unaligned, **names)


def group_by_key(project: Project, part: Part) -> list[dict[str, Any]]:
    """Return rows of SUMS, pooled over annotators, by the key of a part: a day, a version, a bin of AGR."""
    return list(find_totals(project, part).values("key").annotate(**SUMS).order_by("key"))
