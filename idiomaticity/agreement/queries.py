"""The ratings of a project as agreement is measured from them, and the declaration of its page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.agreement.kinds import AgreementKind, Progress, StoredFigures
from annotation_site.agreement.reports import AgreementReport
from annotation_site.assignments.counts import sum_submitted
from annotation_site.exclusions.queries import PARAMETER, WITH, read_switch
from annotation_site.languages.sentences import say_sentence
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.agreement.groups import describe_ratings, list_verdicts
from idiomaticity.agreement.report import MOST_COMMON, PAPER_SETS, write_report
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.queries import count_rating_changes
from idiomaticity.results.queries.rows import read_score_table

# With more ratings than these the figures would keep the page waiting.
AT_ONCE = 10_000
# Goes up when the shape of a report changes.
SHAPE = 4


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """Options of rating agreement: annotators left out, excluded annotators counted or not, and the size of the common
    set.

    `k` is the number of annotators with most units in common, in addition to the paper's two and three.
    """

    without: tuple[str, ...] = ()
    k: int = PAPER_SETS[-1]
    with_excluded: bool = False

    @classmethod
    def of(
        cls, without: Collection[str] = (), k: int = PAPER_SETS[-1], *, with_excluded: bool = False
    ) -> RatingOptions:
        """Return the options; raise DomainError for a k out of range."""
        if not 2 <= k <= MOST_COMMON:
            raise DomainError(_("The number of annotators must be 2 to {most}.").format(most=MOST_COMMON))
        return cls(tuple(sorted(set(without))), k, with_excluded)

    @property
    def sizes(self) -> list[int]:
        return sorted({*PAPER_SETS, self.k})


class RatingAgreementKind(AgreementKind[RatingOptions]):
    """Agreement of ratings by Krippendorff's alpha; all its figures are computed together and kept."""

    noun = (gettext_noop("rating"), gettext_noop("ratings"))
    resampled = gettext_noop("units")
    empty_text = gettext_noop("Agreement appears when two annotators have rated the same item.")
    example = "idiomaticity/agreement/_example.html"
    answer = "idiomaticity/agreement/_answer.html"
    actions = "idiomaticity/agreement/_actions.html"
    choices = "idiomaticity/agreement/_choices.html"
    at_once = AT_ONCE
    has_report_at_once = False

    def describe_lead(self, project: Project) -> str:
        return _("Inter-annotator agreement of submitted ratings. “Cannot judge” counts as missing.")

    def read_options(self, project: Project, query: Mapping[str, str]) -> RatingOptions:
        k = query.get("k") or str(PAPER_SETS[-1])
        if not k.isascii() or not k.isdigit():
            raise DomainError(_("The number of annotators must be a number."))
        without = query.get("without", "").replace(",", " ").split()
        with_excluded = read_switch(project, query).with_excluded
        return RatingOptions.of(without, int(k[:9]), with_excluded=with_excluded)

    def write_query(self, options: RatingOptions) -> dict[str, str]:
        query = {"without": " ".join(options.without), "k": str(options.k) if options.k != PAPER_SETS[-1] else ""}
        query[PARAMETER] = WITH if options.with_excluded else ""
        return {name: value for name, value in query.items() if value}

    def name_question(self, options: RatingOptions) -> str:
        parts = json.dumps([SHAPE, options.without, options.sizes, options.with_excluded])
        return hashlib.sha256(parts.encode()).hexdigest()

    def count_units(self, project: Project) -> int:
        return count_ratings(project)

    def read_changes(self, project: Project) -> int:
        return count_rating_changes(project)

    def compute(self, project: Project, options: RatingOptions, progress: Progress) -> dict[str, Any]:
        """Return every figure. Raise DomainError for a pseudonym that rated nothing."""
        table = read_score_table(project, with_excluded=options.with_excluded)
        if unknown := sorted(set(options.without) - table.rated_by):
            raise DomainError(_("Annotator {pseudonym} has no ratings here.").format(pseudonym=unknown[0]))
        compounds = find_compound_items(project)
        report = write_report(table, options.without, options.sizes, compounds=compounds, tell=progress)
        return {**report, "units": report["scales"][0]["units"]}

    def describe(
        self, project: Project, options: RatingOptions, stored: StoredFigures | None
    ) -> AgreementReport | None:
        return describe_ratings(stored.result) if stored else None

    def describe_choices(self, request: SignedInRequest, options: RatingOptions) -> dict[str, Any]:
        return {
            "switch": read_switch(request.project, request.GET),
            "without": " ".join(options.without),
            "k": options.k,
            "sizes": range(2, MOST_COMMON + 1),
        }

    def describe_page(
        self, request: SignedInRequest, options: RatingOptions, report: AgreementReport, stored: StoredFigures | None
    ) -> dict[str, Any]:
        if stored is None:
            return {}
        poor = [row for row in stored.result["annotators"] if row["verdict"] == "poor"]
        verdicts = list_verdicts(stored.result)
        for row in verdicts:
            row |= {"title": say_sentence(row["title"]), "reason": say_sentence(row["reason"])}
        return {"verdicts": verdicts, "poor_count": len(poor)}


def find_compound_items(project: Project) -> list[int]:
    """Return the keys of the items that ask about a compound in general; all others ask about a sentence."""
    asked = Compound.objects.filter(project=project, item__isnull=False)
    return list(asked.values_list("item_id", flat=True))


def count_ratings(project: Project) -> int:
    """Return the number of submitted ratings, from the running counts, without checks and repeats."""
    counted = sum_submitted(project)
    return counted.work + counted.extra
