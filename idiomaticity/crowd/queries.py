"""Progress of a crowd worker, and lists of workers."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.quotas import CheckQuota, ListQuota
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.queries import is_excluded
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.ratings.judgements import SCALES
from idiomaticity.ratings.models import Rating
from idiomaticity.screening.answers import count_checks, meets
from idiomaticity.screening.models import KnownRating, ScreeningSettings

STATES = {
    "newcomer": Q(completed_at=None, is_qualified=None),
    "working": Q(completed_at=None, is_qualified=True),
    "done": Q(completed_at__isnull=False),
    "failed": Q(completed_at=None, is_qualified=False),
}
Use, State, Purpose = KnownRating.Use, Assignment.State, Assignment.Purpose
BEGUN = (State.IN_PROGRESS, State.SUBMITTED)
WORK = (Purpose.WORK, Purpose.EXTRA)
_EXCLUDED = Exists(Exclusion.objects.filter(membership=OuterRef("membership"), lifted_at=None))


@dataclass(frozen=True, slots=True)
class Screening:
    """A worker's remaining tutorial and qualification items in order, and the total of each."""

    tutorial_left: list[KnownRating]
    qualification_left: list[KnownRating]
    tutorial: int
    qualification: int


def find_worker(membership: Membership) -> CrowdWorker | None:
    """Return the membership's crowd worker, or None for an annotator who was invited in person."""
    found: CrowdWorker | None = CrowdWorker.objects.select_related("call").filter(membership=membership).first()
    return found


def find_own_worker(user: User, project: Project) -> CrowdWorker | None:
    """Return the user's crowd worker in the project while their membership is active, or None."""
    own = CrowdWorker.objects.filter(membership__in=Membership.objects.active().filter(user=user, project=project))
    found: CrowdWorker | None = own.select_related("call", "membership", "consent").first()
    return found


def find_any_worker(user: User) -> CrowdWorker | None:
    """Return the user's crowd worker in any project, or None for people with their own account and removed workers."""
    own = CrowdWorker.objects.filter(membership__in=Membership.objects.active().filter(user=user))
    found: CrowdWorker | None = own.select_related("membership__project").first()
    return found


def count_places_taken(call: CrowdCall) -> int:
    """Return the number of workers that count towards the limit.

    Workers who failed the qualification or are excluded leave their place to others.
    """
    there: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(call=call).exclude(is_qualified=False)
    return there.exclude(_EXCLUDED).count()


def count_free_places(call: CrowdCall, worker: CrowdWorker | None = None) -> int:
    """Return how many ratings one person can still be given: a rating for each item, and none that are reserved for
    the crowd's other workers.
    """
    room = Item.objects.with_room().filter(project=call.pk)
    if worker is not None:
        held = Assignment.objects.filter(item=OuterRef("pk"), annotator=worker.pk).exclude(state=State.RETURNED)
        room = room.exclude(Exists(held))
    found = room.aggregate(items=Count("pk"), places=Sum(F("required_count") - F("assigned_count"), default=0))
    return max(0, min(found["items"], found["places"] - _count_reserved(call, worker)))


def _count_reserved(call: CrowdCall, worker: CrowdWorker | None) -> int:
    """Return the reserved ratings that the other workers have not begun yet."""
    begun = Assignment.objects.filter(annotator=OuterRef("pk"), state__in=BEGUN, purpose__in=WORK)
    counted = begun.order_by().values("annotator").annotate(n=Count("pk")).values("n")
    waiting = CrowdWorker.objects.filter(call=call, completed_at=None, reserved_until__gt=timezone.now())
    waiting = waiting.exclude(is_qualified=False).exclude(_EXCLUDED).exclude(pk=worker.pk if worker else None)
    left = F("reserved_count") - Coalesce(Subquery(counted), 0)
    return int(waiting.aggregate(n=Sum(Greatest(left, 0), default=0))["n"])


def is_full(call: CrowdCall) -> bool:
    """Return whether nobody else can take part: as many as wanted do, or all ratings are given or reserved."""
    return count_places_taken(call) >= call.most_people or not count_free_places(call)


def has_nothing_to_do(worker: CrowdWorker) -> bool:
    """Return whether a worker who is not done, and has no completion code due, finds no work."""
    annotator = worker.membership
    if worker.state == "done" or annotator.submitted_count or annotator.assignments.in_progress().exists():
        return False
    if is_excluded(annotator):
        return True
    has_place = worker.reserved_until is not None and worker.reserved_until > timezone.now()
    is_owed = worker.state == "working" and annotator.assignments.submitted().exists()
    return not has_place and not is_owed and not count_free_places(worker.call, worker)


def count_begun(annotator: Membership) -> int:
    """Return the number of ratings, without attention items, that the annotator has begun or submitted."""
    return annotator.assignments.filter(state__in=BEGUN, purpose__in=WORK).count()


def read_screening(worker: CrowdWorker) -> Screening:
    """Return the worker's remaining items, from their submitted assignments."""
    done = set(
        Assignment.objects.filter(
            annotator=worker.membership_id, purpose=Assignment.Purpose.TRAINING, state=Assignment.State.SUBMITTED
        ).values_list("item", flat=True)
    )
    known = list(KnownRating.objects.filter(project=worker.call_id).exclude(use=Use.ATTENTION).order_by("pk"))
    tutorial = [each for each in known if each.use == Use.TUTORIAL]
    qualification = [each for each in known if each.use == Use.QUALIFICATION]
    return Screening(
        [each for each in tutorial if each.item_id not in done],
        [each for each in qualification if each.item_id not in done],
        len(tutorial),
        len(qualification),
    )


def count_right(worker: CrowdWorker) -> int:
    """Return the number of qualification items answered as expected."""
    answers = Rating.objects.filter(
        assignment__annotator=worker.membership_id,
        assignment__purpose=Assignment.Purpose.TRAINING,
        assignment__state=Assignment.State.SUBMITTED,
        assignment__item__known_rating__use=Use.QUALIFICATION,
    ).values_list("assignment__item__known_rating__expected", *SCALES)
    return sum(meets(expected, dict(zip(SCALES, scores, strict=True))) for expected, *scores in answers)


def find_attention_quotas(annotators: Collection[Membership]) -> dict[int, CheckQuota]:
    """Return quotas of attention items; workers of a crowd have equally many beside the ratings they are paid for."""
    screening = _read_attention({each.project_id for each in annotators})
    quotas = {
        each.pk: CheckQuota(each.project.seed, each.pk, screening[each.project_id][0], each.search_count)
        for each in annotators
    }
    is_begun = Q(membership__assignments__state__in=BEGUN)
    checks = Count("pk", filter=is_begun & Q(membership__assignments__purpose=Purpose.CHECK))
    ratings = Count("pk", filter=is_begun & Q(membership__assignments__purpose__in=WORK))
    workers = CrowdWorker.objects.select_related("call").filter(pk__in=annotators)
    for worker in workers.annotate(checks=checks, ratings=ratings):
        share, items = screening[worker.call_id]
        count = count_checks(worker.limit, share, items)
        usual = quotas[worker.pk]
        quotas[worker.pk] = ListQuota(
            *(usual.seed, usual.annotator, share, usual.searched),
            length=worker.limit + count,
            count=count,
            begun=worker.checks + worker.ratings,
            begun_checks=worker.checks,
        )
    return quotas


def find_limits(annotators: Collection[Membership]) -> dict[int, int]:
    """Return the length of each worker's list, attention items included; none follow once they completed or failed."""
    workers = CrowdWorker.objects.select_related("call").filter(pk__in=annotators)
    screening = _read_attention({each.call_id for each in workers})
    return {
        each.pk: 0
        if each.state in ("done", "failed")
        else each.limit + count_checks(each.limit, *screening[each.call_id])
        for each in workers
    }


def count_most_asked(call: CrowdCall) -> int:
    """Return the number of items in a full list, attention items included."""
    return call.limit_each + count_checks(call.limit_each, *_read_attention({call.pk})[call.pk])


def _read_attention(projects: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return project → share (%) and number of attention items."""
    shares = dict(ScreeningSettings.objects.filter(project__in=projects).values_list("project", "attention_share"))
    known = KnownRating.objects.filter(project__in=projects, use=Use.ATTENTION).order_by()
    items = dict(known.values_list("project").annotate(n=Count("pk")))
    usual = ScreeningSettings().attention_share
    return {project: (shares.get(project, usual), items.get(project, 0)) for project in projects}


def describe_stage(assignment: Assignment) -> str:
    """Return a notice about a tutorial or qualification item, empty for other work.

    Attention items are not announced.
    """
    if assignment.purpose != Assignment.Purpose.TRAINING:
        return ""
    use = KnownRating.objects.filter(item=assignment.item_id).values_list("use", flat=True).first()
    if use == Use.TUTORIAL:
        return "Tutorial: after your answer you see the expected one. Your answers do not count."
    return "Test: you can continue if enough of your answers are close to the expected ones."


def list_workers(project: Project, state: str = "", code: str = "") -> QuerySet[CrowdWorker]:
    """Return workers in order of joining; `code` finds the holder of a completion code in any spacing or case."""
    workers: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(call=project.pk)
    if state in STATES:
        workers = workers.filter(STATES[state])
    if letters := "".join(character for character in code.upper() if character.isalnum()):
        workers = workers.filter(completion_code="-".join(letters[at : at + 4] for at in range(0, len(letters), 4)))
    return workers.select_related("membership", "consent").annotate(is_excluded=_EXCLUDED).order_by("pk")


def count_states(project: Project) -> dict[str, int]:
    """Return the number of workers in each state."""
    counts = {name: Count("pk", filter=which) for name, which in STATES.items()}
    found: dict[str, int] = CrowdWorker.objects.filter(call=project.pk).aggregate(**counts)
    return found
