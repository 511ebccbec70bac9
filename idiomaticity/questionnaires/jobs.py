"""Periodic work of questionnaires."""

from annotation_site.jobs.registry import periodic
from idiomaticity.crowd.queries.storing import is_past_its_day
from idiomaticity.questionnaires.queries import sealed_answers


@periodic(3600)
def forget_answers() -> None:
    """Delete answers about raters on the day on which the parameters of their links are deleted."""
    sealed_answers().filter(is_past_its_day()).delete()
