"""Periodic work of questionnaires."""

from django.utils import timezone

from annotation_site.jobs.registry import periodic
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.questionnaires.models import SealedAnswers


@periodic(3600)
def forget_answers() -> None:
    """Delete answers about raters on the day that their manager chose, with the parameters of their links."""
    due = CrowdCall.objects.filter(forget_on__lte=timezone.localdate())
    SealedAnswers.objects.filter(membership__project__in=due.values("project")).delete()
