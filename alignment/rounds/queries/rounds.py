"""Data for the pages of reconciliation: rounds with their progress and agreement, and one pair with its readings."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from alignment.adjudication.models import LinkDecision
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.rounds.models import ReconciliationRound, RoundReading
from annotation_site.assignments.counts import count_items
from annotation_site.assignments.models import Item
from annotation_site.feedback.models import Feedback
from annotation_site.languages.marks import gettext_noop
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project

SHARES = (0.0, 0.1, 0.25, 0.5)
State = RoundReading.State


def find_candidates(project: Project, least_share: float = 0.0) -> QuerySet[ItemAgreement]:
    """Return pairs that a round can include: all readings submitted, readings differ, no decision and no other open
    round, and gold never shown to their annotators.
    """
    decided = LinkDecision.objects.filter(item=OuterRef("item"))
    shown = Feedback.objects.filter(assignment__item=OuterRef("item"), is_shown=True)
    return up_to_date(ItemAgreement, project).filter(
        ~Exists(decided),
        ~Exists(shown),
        item__state=Item.State.ANNOTATED,
        disagreement_count__gt=0,
        disagreement_share__gte=least_share,
    )


@dataclass(frozen=True, slots=True)
class Preflight:
    """The contents of a round opened now, for each minimum share of disputed links, and the pairs it cannot include."""

    choices: list[tuple[float, int, int]]
    being_annotated: int
    begun: int
    adjudicated: int

    @property
    def pairs(self) -> int:
        return self.choices[0][1]


def look_ahead(project: Project) -> Preflight:
    """Return numbers for the manager before a round is opened."""
    choices = []
    for share in SHARES:
        sums = find_candidates(project, share).aggregate(n=Count("pk"), cells=Sum("disagreement_count", default=0))
        choices.append((share, sums["n"], sums["cells"]))
    counted = count_items(project)
    annotated = up_to_date(ItemAgreement, project).filter(item__state=Item.State.ANNOTATED, disagreement_count__gt=0)
    return Preflight(
        choices,
        being_annotated=counted.open,
        begun=annotated.count() - choices[0][1],
        adjudicated=counted.adjudicated,
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of one annotator in a round."""

    pseudonym: str
    total: int
    waiting: int
    changing: int
    kept: int
    changed: int

    @property
    def done(self) -> int:
        return self.kept + self.changed


def read_progress(held: ReconciliationRound) -> list[Progress]:
    """Return numbers of readings in a round by annotator and state; the database counts."""
    readings = RoundReading.objects.filter(round_item__round=held)
    rows = readings.order_by().values_list("assignment__annotator__pseudonym", "state").annotate(n=Count("pk"))
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for pseudonym, state, count in rows:
        counts[pseudonym][state] = count
    progress = []
    for name, by_state in sorted(counts.items()):
        numbers = [by_state.get(state, 0) for state in State.values]
        progress.append(Progress(name, sum(by_state.values()), *numbers))
    return progress


ACTS = {
    "round_open": gettext_noop("Opened"),
    "round_close": gettext_noop("Closed"),
    "round_reopen": gettext_noop("Reopened"),
}


def list_acts(held: ReconciliationRound) -> list[tuple[str, Operation]]:
    """Return when the round was opened, closed and reopened, in order, with the operation of each."""
    operations = Operation.objects.of_project(held.project, *ACTS).filter(payload__round=held.number)
    return [(ACTS[operation.kind], operation) for operation in operations.select_related("actor").order_by("pk")]


def count_rounds(project: Project) -> dict[str, int | None]:
    """Return the number of closed reconciliation rounds, and the number of the open one."""
    rounds = project.reconciliation_rounds.values_list("number", "state")
    closed = [number for number, state in rounds if state == ReconciliationRound.State.CLOSED]
    return {
        "closed_rounds": len(closed),
        "open_round": next((number for number, state in rounds if number not in closed), None),
    }
