"""The use of suggestions: submitted pairs that showed them compared with control pairs that did not."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum

from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.coefficients.agr import COUNT_NAMES, PairCounts, agr
from alignment.readings.models import AlignmentLink
from alignment.suggestions.aligners import Encoder
from alignment.suggestions.models import AlignerPriors, DismissedSuggestion, Suggestion
from annotation_site.assignments.models import Assignment, Item
from annotation_site.closing.ownership import name_some
from annotation_site.coefficients.figure import Figure
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project

SUGGESTING = ("suggestions", "aligner")
NOBODY_HANDED_IN = "No submitted readings in this group yet."
NOT_SHOWN = "Suggestions of control pairs are not shown."
NOT_TIMED = "No readings made here in this group yet; imported readings have no time."
NO_TWO_READINGS = "No pairs with two readings in this group yet."


@dataclass(frozen=True, slots=True)
class SuggestionGroup:
    """Sums over the submitted readings of pairs with suggestions, either shown or of control pairs.

    A suggestion is `accepted` where the reading links its two words, `relabelled` if with another label. Whether the
    annotator accepted it by a key or drew the link is the same: figures of suggestions must not depend on the tool.
    `dismissed` ones were rejected and not drawn later; `drawn` links join words that no suggestion shown joins. The
    share is accepted / suggested, counted once per reading. Time is active time (`active_seconds`), over the readings
    made here: per reading, and per word of both sentences.
    """

    pairs: int
    readings: int
    suggested: int
    accepted: int
    relabelled: int
    dismissed: int
    drawn: int
    accepted_share: Figure
    agreement: Figure
    seconds_per_reading: Figure
    seconds_per_word: Figure


def report_suggestions(project: Project) -> tuple[SuggestionGroup, SuggestionGroup]:
    """Return sums over the pairs shown with their suggestions, then over the controls."""
    suggestions = Suggestion.objects.filter(item__in=Item.objects.filter(project=project))
    return (
        _sum_group(project, suggestions.shown(), is_control=False),
        _sum_group(project, suggestions.of_controls(), is_control=True),
    )


def _sum_group(project: Project, suggestions: QuerySet[Suggestion], *, is_control: bool) -> SuggestionGroup:
    in_group = Exists(suggestions.filter(item=OuterRef("item")))
    readings = Assignment.objects.work().filter(in_group, item__project=project, state=Assignment.State.SUBMITTED)
    submitted = {"state": Assignment.State.SUBMITTED, "purpose": Assignment.Purpose.WORK}
    suggested = suggestions.filter(**{f"item__assignments__{key}": value for key, value in submitted.items()}).count()
    links = _count_links(readings, suggestions.none() if is_control else suggestions)
    per_reading, per_word = _time(readings)
    share = Figure(None, NOT_SHOWN if is_control else NOBODY_HANDED_IN)
    if suggested and not is_control:
        share = Figure(links["accepted"] / suggested)
    return SuggestionGroup(
        pairs=suggestions.values("item").distinct().count(),
        readings=readings.count(),
        suggested=suggested,
        **links,
        dismissed=_count_dismissed(readings),
        accepted_share=share,
        agreement=_agree(up_to_date(PairAgreement, project).filter(in_group)),
        seconds_per_reading=per_reading,
        seconds_per_word=per_word,
    )


def _count_links(readings: QuerySet[Assignment], shown: QuerySet[Suggestion]) -> dict[str, int]:
    suggested = Subquery(
        shown.filter(
            item=OuterRef("assignment__item"),
            source_index=OuterRef("source_index"),
            target_index=OuterRef("target_index"),
        ).values("label")[:1]
    )
    links = AlignmentLink.objects.filter(assignment__in=readings).annotate(suggested_label=suggested)
    return links.aggregate(
        accepted=Count("pk", filter=Q(suggested_label__isnull=False)),
        relabelled=Count("pk", filter=Q(suggested_label__isnull=False) & ~Q(suggested_label=F("label"))),
        drawn=Count("pk", filter=Q(suggested_label=None)),
    )


def count_words(side: str) -> Func:
    """Return an expression for the number of tokens on a side of an assignment's sentence pair."""
    return Func(F(f"item__sentence_pair__{side}_tokens"), function="cardinality", output_field=IntegerField())


def _time(readings: QuerySet[Assignment]) -> tuple[Figure, Figure]:
    sums = readings.filter(active_at__isnull=False).aggregate(
        readings=Count("pk"),
        seconds=Sum("active_seconds", default=0.0),
        words=Sum(count_words("source") + count_words("target"), default=0),
    )
    if not sums["readings"]:
        return Figure(None, NOT_TIMED), Figure(None, NOT_TIMED)
    return Figure(sums["seconds"] / sums["readings"]), Figure(sums["seconds"] / sums["words"])


def _count_dismissed(readings: QuerySet[Assignment]) -> int:
    drawn = AlignmentLink.objects.filter(
        assignment=OuterRef("assignment"), source_index=OuterRef("source_index"), target_index=OuterRef("target_index")
    )
    return DismissedSuggestion.objects.filter(~Exists(drawn), assignment__in=readings).count()


def _agree(comparisons: QuerySet[PairAgreement]) -> Figure:
    """Return AGR on links with their label over all comparisons of the group."""
    sums = comparisons.aggregate(n=Count("pk"), **{f"sum_{name}": Sum(F(name), default=0) for name in COUNT_NAMES})
    if not sums["n"]:
        return Figure(None, NO_TWO_READINGS)
    return agr(PairCounts(**{name: sums[f"sum_{name}"] for name in COUNT_NAMES}), "both")


def find_suggestions(imported: Job) -> Brought | None:
    """Return the suggestions of the latest import, which replaced those before it; what it could not replace, on pairs
    that were begun, is not its own. None for earlier imports, and for one that only added to others.
    """
    jobs = Job.objects.filter(project=imported.project_id, kind__in=SUGGESTING, state=Job.State.SUCCEEDED)
    latest = jobs.order_by("-finished_at").first()
    if latest is None or latest.pk != imported.pk or imported.parameters.get("pairs") == "new":
        return None
    begun = Assignment.objects.filter(item=OuterRef("item"), created_at__lt=imported.finished_at)
    own = Suggestion.objects.filter(~Exists(begun), item__project=imported.project_id)

    def find_work() -> list[str]:
        done = Operation.objects.filter(assignment=OuterRef("pk")).exclude(kind="lease")
        seen = Assignment.objects.filter(Exists(done), item__in=own.values("item"))
        return name_some(seen.count(), "assignment with work", "assignments with work")

    def settle(project: Project) -> None:
        bare = Item.objects.filter(~Exists(Suggestion.objects.filter(item=OuterRef("pk"))), project=project)
        bare.filter(priority__isnull=False).update(priority=None)

    return Brought({"suggestions": own}, find_work=find_work, settle=settle)


def adjudicated_items(project: Project) -> QuerySet[Item]:
    """Return the pairs from which an aligner may learn: adjudicated ones, on which nothing is open any more."""
    items: QuerySet[Item] = Item.objects.filter(project=project, state=Item.State.ADJUDICATED)
    return items


@dataclass(frozen=True, slots=True)
class LearntLinker:
    """The linker that the encoder learnt last from a project's adjudicated pairs, as its program wrote it, with the
    error on pairs left out, before and after.
    """

    learnt: dict[str, Any]
    created_at: datetime

    @property
    def is_used(self) -> bool:
        """Suggestions use it if it erred less than the one that comes with the program."""
        return bool(self.learnt["after"]["aer"] < self.learnt["before"]["aer"])


def read_linker(project: Project) -> LearntLinker | None:
    """Return the latest linker; None if the encoder has not learnt."""
    latest = AlignerPriors.objects.filter(project=project, aligner=Encoder.name).select_related("upload").first()
    if latest is None:
        return None
    with latest.upload.file.open("rb") as file:
        return LearntLinker(json.load(file), latest.created_at)
