"""The people of a crowd as its manager lists them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from statistics import median

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When
from django.db.models.functions import Now, TruncHour

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import HELD_FOR
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.parameters import ParameterNames
from idiomaticity.crowd.queries.places import EXCLUDED, HAS_ANSWERED
from idiomaticity.screening.queries.annotator_quality import read_checks
from idiomaticity.screening.queries.repeats import read_repeats
from idiomaticity.screening.repeat_consistency import NO_REPEATS, RepeatConsistency

SHARED = {"worker": "similar ID", "session": "similar session", "browser": "same browser"}
FEWEST_OF_BURST, MOST_BURSTS = 5, 10
STATES = {
    "newcomer": Q(completed_at=None, is_qualified=None),
    "working": Q(completed_at=None, is_qualified=True),
    "done": Q(completed_at__isnull=False),
    "failed": Q(completed_at=None, is_qualified=False),
}

# Of those who are expected to go on, who have left their place.
LEFT = {
    "stopped": Q(completed_at=None, reserved_until__lte=Now()) & HAS_ANSWERED,
    "missing": Q(completed_at=None)
    & (Q(reserved_until__lte=Now()) | Q(reserved_until=None, consented_at__lte=Now() - HELD_FOR))
    & ~HAS_ANSWERED,
}
# So many times the median of minutes for a rating is slow, of so many participants who are done.
SLOW, FEWEST_DONE = 3, 5
FEWEST_FAILED = 2
FAILING, SLOW_NOTE = "fails checks", "slow"
# What a participant can need attention for, most urgent first.
ATTENTION = (*LEFT, FAILING, SLOW_NOTE)
CHUNK = 500


def list_workers(project: Project, state: str = "", code: str = "") -> QuerySet[CrowdWorker]:
    """Return workers in order of joining; `code` finds the holder of a completion code in any spacing or case."""
    workers: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(call=project.pk)
    if state in STATES:
        workers = workers.filter(STATES[state])
    elif state in LEFT:
        workers = workers.filter(LEFT[state]).exclude(is_qualified=False).exclude(EXCLUDED)
    if letters := "".join(character for character in code.upper() if character.isalnum()):
        workers = workers.filter(completion_code="-".join(letters[at : at + 4] for at in range(0, len(letters), 4)))
    related = workers.select_related("membership", "consent", "call", "sealed_parameters")
    repeats = Q(
        membership__assignments__purpose=Assignment.Purpose.REPEAT,
        membership__assignments__state=Assignment.State.SUBMITTED,
    )
    return related.annotate(
        is_excluded=EXCLUDED,
        has_stopped=Case(When(LEFT["stopped"], then=True), default=False),
        is_missing=Case(When(LEFT["missing"], then=True), default=False),
        list_number=F("membership__given_list__number"),
        rated_count=F("membership__submitted_count") - Count("membership__assignments", filter=repeats),
    ).order_by("pk")


def count_states(project: Project) -> dict[str, int]:
    """Return the number of workers in each state."""
    counts = {name: Count("pk", filter=which) for name, which in STATES.items()}
    numbers: dict[str, int] = CrowdWorker.objects.filter(call=project.pk).aggregate(**counts)
    return numbers


def count_left(project: Project) -> dict[str, int]:
    """Return the number of workers who have stopped, and of those who agreed and never answered."""
    return {name: list_workers(project, name).count() for name in LEFT}


@dataclass(frozen=True, slots=True)
class Participant:
    """A worker with minutes of activity, attention items passed and failed, what is paid, the link's parameters, the
    number of the list, ratings without repeats, how alike the answers are to what was asked twice, and who else of the
    crowd may be the same person."""

    worker: CrowdWorker
    minutes: float
    passed: int
    failed: int
    is_excluded: bool
    parameters: Mapping[str, str]
    list_number: int | None = None
    rated: int = 0
    repeats: RepeatConsistency = NO_REPEATS
    doubles: Sequence[str] = ()
    usual_minutes: float | None = None

    @property
    def attention(self) -> list[str]:
        """Return what a manager should look at, in words."""
        if self.is_excluded or self.worker.state == "failed":
            return []
        conditions = [
            ("stopped", getattr(self.worker, "has_stopped", False)),
            ("missing", getattr(self.worker, "is_missing", False)),
            (FAILING, self.failed >= FEWEST_FAILED and self.failed > self.passed),
            (SLOW_NOTE, self.is_slow),
        ]
        return [name for name, holds in conditions if holds]

    @property
    def is_slow(self) -> bool:
        """Return whether the ratings take much longer than usual in this crowd."""
        return bool(self.rated and self.usual_minutes and self.minutes / self.rated > SLOW * self.usual_minutes)

    @property
    def payment(self) -> Decimal:
        """Return what finishing is worth, as long as it is not rejected."""
        is_due = self.worker.state == "done" and self.worker.approval != CrowdWorker.Approval.REJECTED
        return self.worker.call.payment if is_due else Decimal(0)


@dataclass(frozen=True, slots=True)
class Funnel:
    """Numbers of people who came this far, and what those who are approved cost, bonuses included."""

    came: int
    consented: int
    qualified: int
    finished: int
    approved: int
    cost: Decimal


def read_participants(
    project: Project, workers: Sequence[CrowdWorker], doubles: Mapping[int, Sequence[str]] | None = None
) -> list[Participant]:
    """Return these workers, as `list_workers` gives them, in as many queries however many they are."""
    members = [worker.membership for worker in workers]
    active = Assignment.objects.filter(annotator__in=members).order_by().values_list("annotator")
    seconds = dict(active.annotate(seconds=Sum("active_seconds")))
    doubles = find_doubles(project) if doubles is None else doubles
    usual = find_usual_minutes(project)
    names = ParameterNames(workers[0].call) if workers else None
    checks, repeats = read_checks(project, members), read_repeats(project, members)
    return [
        Participant(
            worker,
            (seconds.get(worker.pk) or 0.0) / 60,
            *checks.get(worker.pk, (0, 0)),
            bool(getattr(worker, "is_excluded", False)),
            names.read(worker) if names is not None else {},
            getattr(worker, "list_number", None),
            getattr(worker, "rated_count", 0),
            repeats.get(worker.pk, NO_REPEATS),
            doubles.get(worker.pk, ()),
            usual,
        )
        for worker in workers
    ]


def list_needing_attention(project: Project) -> Iterator[Participant]:
    """Yield the participants whom a manager should look at, in the order of joining."""
    workers, doubles = list_workers(project).exclude(is_qualified=False), find_doubles(project)
    for start in range(0, workers.count(), CHUNK):
        for participant in read_participants(project, list(workers[start : start + CHUNK]), doubles):
            if participant.attention:
                yield participant


def find_usual_minutes(project: Project) -> float | None:
    """Return the median of minutes for a rating over participants who are done, None if they are few."""
    done = CrowdWorker.objects.filter(STATES["done"], call=project.pk, membership__submitted_count__gt=0)
    seconds = done.order_by().annotate(seconds=Sum("membership__assignments__active_seconds"))
    rows = seconds.values_list("seconds", "membership__submitted_count")
    minutes = [total / 60 / count for total, count in rows if total]
    return median(minutes) if len(minutes) >= FEWEST_DONE else None


def find_doubles(project: Project) -> dict[int, list[str]]:
    """Return, for each worker who may have come before under another id, the others and what they share with each.

    An ID or session that differs in signs, zeros or letters like digits alone, or the same browser, proves nothing: a
    manager compares them before paying.
    """
    workers = CrowdWorker.objects.filter(call=project.pk).exclude(traits=[]).order_by("pk")
    sharing: dict[str, list[tuple[int, str]]] = {}
    for pk, pseudonym, traits in workers.values_list("pk", "membership__pseudonym", "traits"):
        for trait in traits:
            sharing.setdefault(trait, []).append((pk, pseudonym))
    doubles: dict[int, list[str]] = {}
    for trait, people in sharing.items():
        reason = SHARED.get(trait.partition(":")[0])
        for pk, _ in people if reason else []:
            doubles.setdefault(pk, []).extend(f"{other}: {reason}" for at, other in people if at != pk)
    return {pk: others for pk, others in doubles.items() if others}


@dataclass(frozen=True, slots=True)
class Burst:
    """People who came from one network within an hour: when the last of them did, how many, and how many have answered
    anything."""

    at: datetime
    people: int
    answered: int


def find_bursts(project: Project) -> list[Burst]:
    """Return the hours in which many came from one network, latest first. The networks themselves are not stored."""
    crowded = CrowdWorker.objects.filter(call=project.pk, same_network_count__gte=FEWEST_OF_BURST)
    by_hour = crowded.annotate(hour=TruncHour("consented_at")).order_by().values("hour")
    rows = by_hour.annotate(
        at=Max("consented_at"),
        people=Max("same_network_count") + 1,
        answered=Count("pk", filter=HAS_ANSWERED),
    ).order_by("-hour")[:MOST_BURSTS]
    return [Burst(row["at"], row["people"], row["answered"]) for row in rows]


def read_funnel(call: CrowdCall) -> Funnel:
    """Return the crowd's numbers from the link to the payment."""
    is_approved = Q(approval=CrowdWorker.Approval.APPROVED)
    counts = CrowdWorker.objects.filter(call=call).aggregate(
        consented=Count("pk"),
        qualified=Count("pk", filter=Q(is_qualified=True)),
        finished=Count("pk", filter=STATES["done"]),
        approved=Count("pk", filter=is_approved),
        bonuses=Sum("bonus", filter=is_approved, default=Decimal(0)),
    )
    cost = counts.pop("bonuses") + counts["approved"] * call.payment
    return Funnel(came=max(call.visit_count, counts["consented"]), **counts, cost=cost)
