"""A study while it runs: who needs attention, what is spent, and what exclusions would change."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.people import (
    ATTENTION,
    LEFT,
    STATES,
    Participant,
    list_needing_attention,
    list_workers,
    read_funnel,
)
from idiomaticity.crowd.queries.places import EXCLUDED, count_places_taken
from idiomaticity.lists.queries import read_lists
from idiomaticity.overview.queries import count_ratings
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.exclusion_effects import AlphaChange, compare_alpha

Purpose = Assignment.Purpose


@dataclass(frozen=True, slots=True)
class Money:
    """Amounts in the currency of the crowd: approved, with bonuses; due to those who are done and not decided about; of
    those at work, if they finish; and of those whom the missing ratings still want.
    """

    approved: Decimal
    due: Decimal
    at_work: Decimal
    wanted: Decimal

    @property
    def spent(self) -> Decimal:
        return self.approved + self.due

    @property
    def left(self) -> Decimal:
        return self.at_work + self.wanted

    @property
    def total(self) -> Decimal:
        return self.spent + self.left


@dataclass(frozen=True, slots=True)
class RunningStudy:
    """Numbers of participants who are done, at work, and in need of attention by reason; ratings given of those
    required; participants whom the missing ratings want beside those at work; places, and the money.
    """

    done: int
    at_work: int
    reasons: Mapping[str, int]
    given: int
    required: int
    wanted: int
    places_taken: int
    places: int
    money: Money
    attention: Sequence[Participant]

    @property
    def missing_places(self) -> int:
        """Return how many places the missing ratings want beyond those that are left."""
        return max(0, self.wanted - max(0, self.places - self.places_taken))


def read_running(call: CrowdCall) -> RunningStudy:
    """Return the state of a crowd's study now."""
    project = call.project
    attention = list(list_needing_attention(project))
    reasons = Counter(reason for participant in attention for reason in participant.attention)
    there = CrowdWorker.objects.filter(call=call).exclude(EXCLUDED)
    away = [STATES["failed"], *LEFT.values()]
    at_work = there.filter(STATES["newcomer"] | STATES["working"])
    for which in away:
        at_work = at_work.exclude(which)
    undecided = there.filter(STATES["done"], approval="").count()
    counted, ratings = at_work.count(), count_ratings(project)
    wanted = max(0, _count_wanted(call, ratings.required - ratings.given) - counted)
    return RunningStudy(
        done=there.filter(STATES["done"]).count(),
        at_work=counted,
        reasons={reason: reasons[reason] for reason in ATTENTION},
        given=ratings.given,
        required=ratings.required,
        wanted=wanted,
        places_taken=count_places_taken(call),
        places=call.most_people,
        money=Money(
            approved=read_funnel(call).cost,
            due=undecided * call.payment,
            at_work=counted * call.payment,
            wanted=wanted * call.payment,
        ),
        attention=attention,
    )


def _count_wanted(call: CrowdCall, ratings: int) -> int:
    """Return the participants whom so many missing ratings want, list by list where there are lists."""
    if not call.lists:
        return -(-ratings // call.limit_each)
    return sum(-(-row.left // row.items) for row in read_lists(call.project) if row.items)


@dataclass(frozen=True, slots=True)
class Replacement:
    """Consequences of excluding some annotators: their ratings of all, the places that others are given, and ordinal
    alpha with and without them.
    """

    annotators: Sequence[str]
    ratings: int
    of_ratings: int
    places: int
    alpha: Sequence[AlphaChange]


def preview_replacement(project: Project, names: Collection[str]) -> Replacement:
    """Return what the exclusion of these annotators changes; names of nobody, or of somebody excluded, are left out."""
    there = list_workers(project).exclude(EXCLUDED).filter(membership__pseudonym__in=names)
    annotators = list(there.values_list("membership__pseudonym", flat=True))
    table = read_score_table(project)
    members = Membership.objects.filter(project=project, pseudonym__in=annotators)
    places = Assignment.objects.filter(
        annotator__in=members,
        purpose=Purpose.WORK,
        state__in=[Assignment.State.IN_PROGRESS, Assignment.State.SUBMITTED],
    )
    return Replacement(
        annotators,
        len(table) - len(table.without(annotators)),
        len(table),
        places.count(),
        compare_alpha(table, annotators) if len(table) else [],
    )
