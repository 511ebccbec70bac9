"""The next thing to rate: work, with attention items mixed in that nothing tells from work; for somebody of a crowd
tutorial and qualification first, and their limit."""

import hashlib

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.drawing import draw_point
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import give_out, lease_next_item
from annotation_site.exclusions.queries import is_excluded
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.codes import new_completion_code
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries import Screening, count_right, find_worker, read_screening
from idiomaticity.ratings.judgements import SCALES
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.ratings.queries import items_of_same_compound
from idiomaticity.screening.models import KnownRating, ScreeningSettings

Purpose = Assignment.Purpose


def lease_next_rating(*, user: User, project: Project) -> Assignment | None:
    """The annotator's next item: random, and not of the compound they rated last while there is another."""
    annotator = require_annotator(user, project)
    worker = find_worker(annotator)
    if worker is not None:
        given, may_work = _lease_for_crowd(worker)
        if given is not None or not may_work:
            return given
    if KnownRating.objects.filter(project=project, use=KnownRating.Use.ATTENTION).exists():
        check = _lease_check(annotator)
        if check is not None:
            return check
    work = lease_next_item(
        user=user, project=project, avoid=items_of_same_compound(annotator), may_begin=may_begin_another
    )
    if work is None and worker is not None:
        _complete(worker)
    return work


def may_begin_another(annotator: Membership) -> bool:
    """Whether the locked annotator gets one more: of a crowd only who is at work, and with what they have begun not
    past the limit of the call."""
    worker = find_worker(annotator)
    if worker is None:
        return True
    begun = annotator.assignments.in_progress().exclude(purpose=Purpose.TRAINING).count()
    return worker.state == "working" and annotator.submitted_count + begun < worker.call.limit_each


@transaction.atomic
def _lease_for_crowd(worker: CrowdWorker) -> tuple[Assignment | None, bool]:
    """An item of tutorial or qualification, and whether work comes where there is none."""
    annotator = _lock(worker.membership_id)
    worker.refresh_from_db()
    if worker.completed_at is not None or worker.is_qualified is False:
        return None, False
    if annotator.assignments.in_progress().exists():
        return None, True
    if is_excluded(annotator):
        # Work asks for itself, and completes them where there is any.
        return None, worker.is_qualified is True
    if worker.is_qualified is None:
        screening = read_screening(worker)
        left = [*screening.tutorial_left, *screening.qualification_left]
        if left:
            return give_out(annotator, left[0].item, Purpose.TRAINING), True
        _qualify(worker, screening)
        if not worker.is_qualified:
            return None, False
    if annotator.submitted_count >= worker.call.limit_each:
        _complete_locked(worker)
        return None, False
    return None, True


def _qualify(worker: CrowdWorker, screening: Screening) -> None:
    """Decide by the mark of now: what a manager changes later changes no decision. Who misses it and has another try
    is asked the same items again, empty."""
    asked = screening.qualification
    settings = ScreeningSettings.objects.filter(project=worker.call_id).first() or ScreeningSettings()
    worker.asked_count, worker.right_count = asked, count_right(worker)
    is_met = worker.right_count * 100 >= settings.pass_mark * asked
    worker.missed_count += not is_met
    worker.is_qualified = True if is_met else None if worker.missed_count < worker.call.tries else False
    worker.save(update_fields=["is_qualified", "right_count", "asked_count", "missed_count"])
    if worker.is_qualified is None:
        _ask_again(worker)


def _ask_again(worker: CrowdWorker) -> None:
    """What was answered stays in submissions and operations."""
    known = KnownRating.objects.filter(project=worker.call_id, use=KnownRating.Use.QUALIFICATION)
    own = Assignment.objects.filter(
        annotator=worker.membership_id, item__in=known.values("item"), purpose=Purpose.TRAINING
    )
    Paraphrase.objects.filter(assignment__in=own).delete()
    Rating.objects.filter(assignment__in=own).update(**dict.fromkeys(SCALES))
    own.update(state=Assignment.State.RETURNED, version=F("version") + 1)


@transaction.atomic
def _complete(worker: CrowdWorker) -> None:
    """Nothing is left for them: who has rated anything is done."""
    annotator = _lock(worker.membership_id)
    worker.refresh_from_db()
    if annotator.submitted_count and not annotator.assignments.in_progress().exists():
        _complete_locked(worker)


def _complete_locked(worker: CrowdWorker) -> None:
    if worker.completed_at is None:
        worker.completed_at, worker.completion_code = timezone.now(), new_completion_code()
        worker.save(update_fields=["completed_at", "completion_code"])


@transaction.atomic
def _lease_check(annotator: Membership) -> Assignment | None:
    """An attention item, where this draw is one: told by seed, annotator and count of draws, so that it can be told
    again. It costs the annotator a draw as work does."""
    annotator = _lock(annotator.pk)
    if annotator.assignments.in_progress().exists() or is_excluded(annotator):
        return None
    settings = ScreeningSettings.objects.filter(project=annotator.project).first() or ScreeningSettings()
    if _check_point(annotator) * 100 >= settings.attention_share:
        return None
    known = KnownRating.objects.of_use(KnownRating.Use.ATTENTION).filter(project=annotator.project_id)
    free = known.exclude(item__assignments__annotator=annotator).select_related("item").order_by("item__ring_place")
    row = free.filter(item__ring_place__gte=draw_point(annotator)).first() or free.first()
    if row is None:
        return None
    Membership.objects.filter(pk=annotator.pk).update(draw_count=F("draw_count") + 1)
    return give_out(annotator, row.item, Purpose.CHECK)


def _lock(membership_id: int) -> Membership:
    own = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "user")
    return own.get(pk=membership_id)


def _check_point(annotator: Membership) -> float:
    text = f"check:{annotator.project.seed}:{annotator.pk}:{annotator.draw_count}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48
