"""Periodic work of crowds."""

from django.utils import timezone

from annotation_site.jobs.registry import periodic
from idiomaticity.crowd.models import CrowdCall, SealedParameters


@periodic(3600)
def forget_parameters() -> None:
    """Delete the parameters of participants on the day that their manager chose."""
    due = CrowdCall.objects.filter(forget_on__lte=timezone.localdate())
    SealedParameters.objects.filter(worker__call__in=due).delete()
