"""The tasks of rounds: pairs that an annotator has to reconcile."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from alignment.rounds.models import RoundComment, RoundReading
from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.pending_tasks import PendingTask

State = RoundReading.State

OPEN_ROUND = PendingTask(
    name="open_round",
    ability=can_annotate,
    route="alignment:reconciliation",
    one=gettext_noop("Reconcile 1 pair"),
    many=gettext_noop("Reconcile {count} pairs"),
    news=gettext_noop("A reconciliation round was opened."),
    rows=lambda user: (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .filter(round_item__round__project=OuterRef("pk"), state__in=[State.WAITING, State.CHANGING])
    ),
)


def _questions_to(user: User) -> QuerySet[RoundComment]:
    """Return others' questions on the pair of a reading after which the person has said nothing."""
    here = RoundComment.objects.filter(round_item=OuterRef("round_item"))
    later = here.filter(comment__author=user, comment__gt=OuterRef("comment"))
    questions = here.filter(comment__is_question=True).exclude(comment__author=user)
    return questions.exclude(Exists(later))


ROUND_QUESTIONS = PendingTask(
    name="round_questions",
    ability=can_annotate,
    route="alignment:reconciliation",
    one=gettext_noop("Answer a question on 1 pair"),
    many=gettext_noop("Answer questions on {count} pairs"),
    news=gettext_noop("Another annotator of a pair asked a question in the round."),
    rows=lambda user: (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .filter(Exists(_questions_to(user)), round_item__round__project=OuterRef("pk"))
    ),
)
