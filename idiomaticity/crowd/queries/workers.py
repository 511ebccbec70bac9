"""Workers of a crowd: who somebody is, what is left for them, and where they return to."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import is_excluded
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.codes import fill_address, find_placeholders
from idiomaticity.crowd.marketplaces import find_study_code
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.parameters import ParameterNames
from idiomaticity.crowd.queries.places import count_begun, count_free_places, has_answered_anything, is_full_of_people
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.answers import meets
from idiomaticity.screening.models import KnownRating

Use = KnownRating.Use
_find_worker = Prepared(
    lambda membership: CrowdWorker.objects.select_related("call").filter(membership=membership).order_by()
)


@dataclass(frozen=True, slots=True)
class Ending:
    """The address to which a worker returns, and the code that is accepted there; either may be empty."""

    address: str
    code: str


@dataclass(frozen=True, slots=True)
class Screening:
    """A worker's remaining tutorial and qualification items in order, and the total of each."""

    tutorial_left: list[KnownRating]
    qualification_left: list[KnownRating]
    tutorial: int
    qualification: int


def find_worker(membership: Membership) -> CrowdWorker | None:
    """Return the membership's crowd worker, or None for an annotator who was invited in person."""
    return _find_worker.first(membership.pk)


def find_own_worker(user: User, project: Project) -> CrowdWorker | None:
    """Return the user's crowd worker in the project while their membership is active, or None."""
    own = CrowdWorker.objects.filter(membership__in=Membership.objects.active().filter(user=user, project=project))
    worker: CrowdWorker | None = own.select_related("call", "membership", "consent").first()
    return worker


def find_any_worker(user: User) -> CrowdWorker | None:
    """Return the user's crowd worker in any project, or None for people with their own account and removed workers."""
    own = CrowdWorker.objects.filter(membership__in=Membership.objects.active().filter(user=user))
    worker: CrowdWorker | None = own.select_related("membership__project").first()
    return worker


def find_same_session(
    call: CrowdCall, worker_digests: Collection[str], session_digests: Collection[str]
) -> CrowdWorker | None:
    """Return the worker who comes again with both ids of their participation, from whichever device."""
    same = CrowdWorker.objects.filter(
        call=call, worker_digest__in=list(worker_digests), session_digest__in=list(session_digests)
    ).exclude(Q(worker_digest="") | Q(session_digest=""))
    worker: CrowdWorker | None = same.filter(membership__in=Membership.objects.active()).first()
    return worker


def is_known(call: CrowdCall, worker_digests: Collection[str], session_digests: Collection[str]) -> bool:
    """Return whether somebody has come with this worker id, or in this session."""
    by_worker = Q(worker_digest__in=list(filter(None, worker_digests)))
    by_session = Q(session_digest__in=list(filter(None, session_digests)))
    known: bool = CrowdWorker.objects.filter(by_worker | by_session, call=call).exists()
    return known


def find_ending(worker: CrowdWorker, *, is_over: bool = False) -> Ending:
    """Return the ending of a worker who is done, failed, or found nothing; else an empty one.

    A marketplace that gives the study one code accepts no other. Where the return address has no {code}, nobody asks
    for the worker's own.
    """
    addresses = {"done": worker.call.completed_url, "failed": worker.call.screened_out_url}
    address = addresses.get(worker.state, worker.call.full_url if is_over else "")
    known = ParameterNames(worker.call).read(worker) if find_placeholders(address) else {}
    filled = fill_address(address, {**known, "code": worker.completion_code})
    if study_code := find_study_code(filled):
        return Ending(filled, study_code)
    asks_for_own = not address or "code" in find_placeholders(address)
    return Ending(filled, worker.completion_code if asks_for_own else "")


def has_nothing_to_do(worker: CrowdWorker) -> bool:
    """Return whether a worker who is not done, and has no completion code due, finds no work."""
    annotator = worker.membership
    if worker.state == "done" or annotator.submitted_count or annotator.assignments.in_progress().exists():
        return False
    if is_excluded(annotator):
        return True
    is_held = worker.reserved_until is not None and worker.reserved_until > timezone.now()
    has_place = is_held and worker.reserved_count > count_begun(annotator)
    is_owed = worker.state == "working" and annotator.assignments.submitted().exists()
    if has_place or is_owed:
        return False
    if not has_answered_anything(worker) and is_full_of_people(worker.call, worker=worker):
        return True
    return not count_free_places(worker.call, worker)


def has_lapsed(worker: CrowdWorker) -> bool:
    """Return whether ratings that were reserved for a worker who is not done go to others by now."""
    is_at_work = worker.state in ("newcomer", "working")
    return is_at_work and worker.reserved_until is not None and worker.reserved_until <= timezone.now()


def read_screening(worker: CrowdWorker) -> Screening:
    """Return the worker's remaining items, from their submitted assignments."""
    done = set(
        Assignment.objects.filter(
            annotator=worker.membership_id, purpose=Assignment.Purpose.TRAINING, state=Assignment.State.SUBMITTED
        ).values_list("item", flat=True)
    )
    known = list(KnownRating.objects.filter(project=worker.call_id).exclude(use=Use.ATTENTION).order_by("pk"))
    tutorial = [rating for rating in known if rating.use == Use.TUTORIAL]
    qualification = [rating for rating in known if rating.use == Use.QUALIFICATION]
    return Screening(
        [rating for rating in tutorial if rating.item_id not in done],
        [rating for rating in qualification if rating.item_id not in done],
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


def describe_stage(assignment: Assignment) -> str:
    """Return a notice about a tutorial or qualification item, empty for other work.

    Attention items are not announced.
    """
    if assignment.purpose != Assignment.Purpose.TRAINING:
        return ""
    use = KnownRating.objects.filter(item=assignment.item_id).values_list("use", flat=True).first()
    if use == Use.TUTORIAL:
        return _("Tutorial: after your answer you see the expected one. Your answers do not count.")
    return _("Test: you can continue if enough of your answers are close to the expected ones.")


def find_returning(worker_id: int) -> CrowdWorker | None:
    """Return the holder of a return link while their membership is active, or None."""
    worker: CrowdWorker | None = (
        CrowdWorker.objects.select_related("membership__user", "membership__project")
        .filter(pk=worker_id, membership__in=Membership.objects.active(), membership__user__is_active=True)
        .first()
    )
    return worker
