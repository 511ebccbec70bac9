"""Periodic work of questionnaires."""

from annotation_site.jobs.registry import periodic
from idiomaticity.crowd.queries.storing import past_their_day
from idiomaticity.questionnaires.models import SealedAnswers


@periodic(3600)
def forget_answers() -> None:
    """Delete answers about raters on the day on which the parameters of their links are deleted."""
    SealedAnswers.objects.filter(membership__project__in=past_their_day().values("pk")).delete()
