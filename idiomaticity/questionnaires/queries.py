"""Reads of questionnaires: whether somebody is to answer now, and everybody's answers."""

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation_site.projects.models import Membership, Project
from idiomaticity.crowd.codes import unseal
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.storing import with_deletion_day
from idiomaticity.questionnaires.models import Questionnaire, SealedAnswers

CHUNK = 500


def find_questionnaire(project: Project) -> Questionnaire:
    """Return the project's questionnaire, or an empty one that is not stored."""
    return Questionnaire.objects.filter(project=project).first() or Questionnaire(project=project)


def keeps_answers(project: Project) -> bool:
    """Return whether answers are kept now: a day of deletion was chosen, and is not over."""
    return CrowdCall.objects.filter(project=project, forget_on__gt=timezone.localdate()).exists()


def is_answered(project: Project) -> bool:
    """Return whether anybody's answers are stored."""
    return SealedAnswers.objects.filter(membership__project=project).exists()


def sealed_answers() -> QuerySet[Any]:
    """Return all stored answers with their `deletion_day`: that of the consent, or of the page on which they were given
    by somebody who gave none.
    """
    told_at = Coalesce(OuterRef("membership__crowd_worker__consented_at"), OuterRef("answered_at"))
    return with_deletion_day(SealedAnswers.objects.all(), call="membership__project", told_at=told_at)


def asks_participants(call: CrowdCall) -> bool:
    """Return whether those who come by the link now are asked about themselves."""
    return call.stores_data and Questionnaire.objects.filter(project=call.pk).exclude(questions=[]).exists()


def find_due(annotator: Membership) -> Questionnaire | None:
    """Return the questionnaire that the annotator is to answer now, or None."""
    questionnaire = Questionnaire.objects.filter(project=annotator.project_id).exclude(questions=[]).first()
    if questionnaire is None or SealedAnswers.objects.filter(membership=annotator).exists():
        return None
    worker: CrowdWorker | None = CrowdWorker.objects.filter(membership=annotator).first()
    if worker is None:
        is_due = questionnaire.asks_annotators
    elif questionnaire.moment == Questionnaire.Moment.START:
        is_due = worker.state in ("newcomer", "working")
    else:
        is_due = worker.state == "done"
    return questionnaire if is_due and keeps_answers(annotator.project) else None


def list_answers(project: Project) -> Iterator[list[str]]:
    """Yield a header and a row for each rater who answered, by pseudonym: answers are apart from ratings."""
    names = [question.name for question in find_questionnaire(project).rater_questions]
    yield ["annotator", *names]
    rows = SealedAnswers.objects.filter(membership__project=project).order_by("pk")
    for pseudonym, sealed in rows.values_list("membership__pseudonym", "sealed").iterator(chunk_size=CHUNK):
        given = unseal(sealed)
        yield [pseudonym, *(given.get(name, "") for name in names)]
