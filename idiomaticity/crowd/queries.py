"""Progress of a crowd worker, and lists of workers."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import CheckQuota
from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.queries import is_excluded
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.ratings.judgements import SCALES
from idiomaticity.ratings.models import Rating
from idiomaticity.screening.answers import meets
from idiomaticity.screening.models import KnownRating, ScreeningSettings

STATES = {
    "newcomer": Q(completed_at=None, is_qualified=None),
    "working": Q(completed_at=None, is_qualified=True),
    "done": Q(completed_at__isnull=False),
    "failed": Q(completed_at=None, is_qualified=False),
}
Use = KnownRating.Use
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


def has_nothing_to_do(worker: CrowdWorker) -> bool:
    """Return whether an excluded worker has neither open work nor ratings that a completion code is due for."""
    annotator = worker.membership
    is_idle = not annotator.submitted_count and not annotator.assignments.in_progress().exists()
    return is_idle and worker.state != "done" and is_excluded(annotator)


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
    """Return quotas of attention items; workers of one crowd have equally many in the list they are paid for."""
    settings = ScreeningSettings.objects.filter(project__in={each.project_id for each in annotators})
    shares = dict(settings.values_list("project", "attention_share"))
    lengths = dict(CrowdWorker.objects.filter(pk__in=annotators).values_list("pk", "call__limit_each"))
    usual = ScreeningSettings().attention_share
    return {each.pk: CheckQuota(shares.get(each.project_id, usual), lengths.get(each.pk)) for each in annotators}


def find_limits(annotators: Collection[Membership]) -> dict[int, int]:
    """Return the number of ratings that each worker gives at most; none follow once they completed or failed."""
    workers = CrowdWorker.objects.select_related("call").filter(pk__in=annotators)
    return {each.pk: 0 if each.state in ("done", "failed") else each.call.limit_each for each in workers}


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
