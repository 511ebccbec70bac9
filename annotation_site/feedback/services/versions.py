"""Feedback goes on with the corrected version of its item."""

from collections.abc import Callable

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.feedback.models import Feedback, FeedbackReply
from annotation_site.feedback.services.rulings import give_feedback, lock_feedback


def carry_feedback(user: User, item: Item, new: Item, move: Callable[[str], str | None]) -> None:
    """Carry feedback over to the new version of an item, with the replies at places that `move` finds again there;
    others stay with the version before. Call it once work, decisions and state of the new version are stored.
    """
    before = lock_feedback([item])
    going_on = {assignment.annotator_id: assignment for assignment in new.assignments.work()}
    carried = {
        row.pk: Feedback(
            assignment=going_on[row.annotator_id],
            annotator_id=row.annotator_id,
            state=Feedback.State.WITHHELD,
            is_shown=row.is_shown,
        )
        for row in before
        if row.annotator_id in going_on
    }
    Feedback.objects.bulk_create(carried.values())
    for reply in FeedbackReply.objects.filter(feedback__in=carried):
        place = move(reply.place)
        if place is not None:
            reply.feedback, reply.place = carried[reply.feedback_id], place
            reply.save(update_fields=["feedback", "place"])
    if new.state == Item.State.ADJUDICATED:
        give_feedback(new.project, [new], list(carried.values()), actor=user)
