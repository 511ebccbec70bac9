"""Steps of crowd workers around their work: tutorial, qualification, and their limit."""

from collections.abc import Sequence

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import give_out, lock_membership
from annotation_site.exclusions.queries import is_excluded as is_left_out
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import NotEditable
from idiomaticity.crowd.codes import HELD_FOR, RESERVED_FOR, new_completion_code
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.places import (
    count_begun,
    count_free_places,
    find_free_items,
    find_free_list,
    has_answered_anything,
    is_full_of_people,
)
from idiomaticity.crowd.queries.repeats import find_repeat_due
from idiomaticity.crowd.queries.workers import Screening, count_right, find_worker, read_screening
from idiomaticity.lists.models import GivenList
from idiomaticity.lists.repeating import must_come_first
from idiomaticity.questionnaires.queries import find_due
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.models import KnownRating, ScreeningSettings
from idiomaticity.screening.queries.known import hold_known

Purpose = Assignment.Purpose


def lease_for_crowd(annotator: Membership, *, is_excluded: bool) -> tuple[Assignment | None, bool]:
    """Lease a tutorial or qualification item to the locked annotator, and return whether work may follow without one.

    Annotators who were invited in person have neither. Who has a questionnaire to answer first gets nothing yet.
    """
    worker = find_worker(annotator)
    if worker is None:
        return None, True
    if worker.state in ("done", "failed"):
        return None, False
    if find_due(annotator) is not None:
        return None, False
    if is_excluded:
        return None, worker.is_qualified is True
    if not hold_places(worker) and worker.is_qualified is None:
        return None, False
    if worker.is_qualified is None:
        screening = read_screening(worker)
        left = [*screening.tutorial_left, *screening.qualification_left]
        if left and not hold_known(left[0].item):  # removed in this moment
            return lease_for_crowd(annotator, is_excluded=is_excluded)
        if left:
            return give_out(annotator, left[0].item, Purpose.TRAINING), True
        _qualify(worker, screening)
    return None, worker.is_qualified is True


def may_begin_another(annotator: Membership) -> bool:
    """Return whether the locked annotator may begin another rating.

    Crowd workers must be at work, and have begun fewer than are reserved for them.
    """
    worker = find_worker(annotator)
    if worker is None:
        return True
    most = min(worker.call.limit_each, worker.reserved_count)
    return worker.state == "working" and count_begun(annotator) < most


def hold_places(worker: CrowdWorker) -> bool:
    """Reserve what the locked worker may still rate, and return whether there is anything.

    The reservation lasts from item to item, before the first answer for minutes. Only for a new one, or where the
    present one is used up before the limit, the call's row is locked: of two who begin in the same moment, the second
    waits, and finds what the first leaves.
    """
    now, begun = timezone.now(), count_begun(worker.membership)
    is_held = worker.reserved_until is not None and worker.reserved_until > now
    has_answered = has_answered_anything(worker)
    if not is_held or begun >= worker.reserved_count < worker.call.limit_each:
        call = CrowdCall.objects.select_for_update(no_key=True, of=("self",)).get(pk=worker.call_id)
        if not has_answered and is_full_of_people(call, worker=worker):
            return False
        free = _take_list(call, worker, begun) if call.lists else count_free_places(call, worker)
        worker.reserved_count = begun + max(0, min(call.limit_each - begun, free))
    if has_answered or not is_held:
        worker.reserved_until = now + (RESERVED_FOR if has_answered else HELD_FOR)
    worker.save(update_fields=["reserved_count", "reserved_until"])
    return worker.reserved_count > begun


def _take_list(call: CrowdCall, worker: CrowdWorker, begun: int) -> int:
    """Give the worker a list, under the lock of the call's row, and return how many of its items are free.

    Who has forfeited a list without having begun it is given another if nothing of it is left.
    """
    free_list = find_free_list(call, worker)
    if free_list is None and not begun:
        GivenList.objects.filter(membership=worker.pk).delete()
        free_list = find_free_list(call, worker)
    if free_list is None:
        return 0
    GivenList.objects.get_or_create(membership_id=worker.pk, defaults={"number": free_list["number"]})
    return free_list["items"]


def find_listed(annotator: Membership) -> QuerySet[Item] | None:
    """Return what others leave of the annotator's list, or None for somebody who has none."""
    worker = find_worker(annotator)
    if worker is None or not worker.call.lists:
        return None
    free = find_free_items(worker.call, worker)
    repeated = free.filter(is_repeated=True)
    if worker.call.repeats and must_come_first(repeated.count(), count_begun(annotator), worker.limit):
        free = repeated
    items: QuerySet[Item] = Item.objects.filter(pk__in=free.values("item"))
    return items


def find_repeat(annotator: Membership, *, is_last: bool) -> Item | None:
    """Return the item that somebody whose list has repeats is asked a second time now."""
    worker = find_worker(annotator)
    return find_repeat_due(worker, is_last=is_last) if worker is not None else None


def find_unwanted(assignments: Sequence[Assignment]) -> set[int]:
    """Return which of an annotator's assignments are not wanted of them any more."""
    annotator = Membership.objects.get(pk=assignments[0].annotator_id)
    worker = find_worker(annotator)
    if worker is None:
        return set()
    wants_beside = worker.state not in ("done", "failed")
    wants_work = may_begin_another(annotator)
    beside = (Purpose.TRAINING, Purpose.REPEAT)
    return {
        assignment.pk
        for assignment in assignments
        if not (wants_beside if assignment.purpose in beside else wants_work)
    }


def require_still_open(assignment: Assignment) -> None:
    """Raise an error if taking the item up again exceeds the crowd's limit or comes after its end.

    Such an item counts like a new one.
    """
    if find_unwanted([assignment]):
        raise NotEditable(_("You have reached your limit. This item is no longer needed."))


def complete_if_done(annotator: Membership) -> None:
    """Complete a crowd worker who has rated something, or qualified in vain, and has nothing in progress; call it if
    no items are left. Who is excluded gets a code for ratings alone.
    """
    if find_worker(annotator) is None:
        return
    annotator = lock_membership(annotator.pk)
    worker = CrowdWorker.objects.get(membership=annotator)
    own = annotator.assignments
    is_due = annotator.submitted_count or (own.submitted().exists() and not is_left_out(annotator))
    if worker.state == "working" and is_due and not own.in_progress().exists():
        _complete(worker)


def _qualify(worker: CrowdWorker, screening: Screening) -> None:
    """Decide by the present pass mark; later changes of it do not affect the decision.

    Workers who fail and have another attempt get the same items again, empty.
    """
    count = screening.qualification
    settings = ScreeningSettings.objects.filter(project=worker.call_id).first() or ScreeningSettings()
    worker.asked_count, worker.right_count = count, count_right(worker)
    is_met = worker.right_count * 100 >= settings.pass_mark * count
    worker.missed_count += not is_met
    has_another_attempt = not is_met and worker.missed_count < worker.call.attempts
    worker.is_qualified = None if has_another_attempt else is_met
    worker.save(update_fields=["is_qualified", "right_count", "asked_count", "missed_count"])
    if has_another_attempt:
        _ask_again(worker)


def _ask_again(worker: CrowdWorker) -> None:
    """Clear the answers of the qualification for another attempt; submissions and operations keep them."""
    known = KnownRating.objects.filter(project=worker.call_id, use=KnownRating.Use.QUALIFICATION)
    own = Assignment.objects.filter(
        annotator=worker.membership_id, item__in=known.values("item"), purpose=Purpose.TRAINING
    )
    Paraphrase.objects.filter(assignment__in=own).delete()
    Rating.objects.filter(assignment__in=own).update(**dict.fromkeys(SCALES))
    own.update(state=Assignment.State.RETURNED, version=F("version") + 1)


def _complete(worker: CrowdWorker) -> None:
    worker.completed_at, worker.completion_code = timezone.now(), new_completion_code()
    worker.save(update_fields=["completed_at", "completion_code"])
