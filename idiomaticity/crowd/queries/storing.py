"""Storing of marketplaces' parameters and of answers about raters: until when, and what ends it."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from idiomaticity.crowd.models import CrowdCall, SealedParameters


def find_ended_storing(before: CrowdCall | None, parameters: Collection[str], forget_on: date | None) -> str:
    """Return a sentence about what later participants are no longer stored with once these settings hold, or nothing.

    What is gone cannot be had again: nobody can pay a participant by an ID that was never stored.
    """
    if before is None or not before.stores_data:
        return ""
    goes_on = forget_on is not None and forget_on > timezone.localdate()
    ended = [name for name in before.parameters if not goes_on or name not in parameters]
    losses = []
    if ended:
        losses.append(f"{', '.join(ended)} will not be stored, and you cannot pay later participants by it.")
    if not goes_on:
        losses.append("The questionnaire will not be asked.")
        losses.append(_say_what_becomes_of_the_kept(before, forget_on))
    return " ".join(losses)


def _say_what_becomes_of_the_kept(before: CrowdCall, forget_on: date | None) -> str:
    if forget_on is not None:
        return "What is stored now will be deleted within an hour."
    return f"What is stored now will be deleted on {before.forget_on:%d %B %Y}, as promised."


def keeps_parameters(call: CrowdCall | None) -> bool:
    """Return whether parameters are stored, or would be of those who come now."""
    return call is not None and (call.stores_data or SealedParameters.objects.filter(worker__call=call).exists())


def with_promised_day() -> QuerySet[Any]:
    """Return all crowds with `promised_day`: that of their settings, else the last one that participants were promised.

    Settings may have lost their day since; participants were told of it.
    """
    history: Any = CrowdCall.pgh_event_model  # type: ignore[attr-defined]  # made by pghistory
    last = history.objects.filter(pgh_obj_id=OuterRef("pk"), forget_on__isnull=False).order_by("-pgh_id")
    return CrowdCall.objects.annotate(promised_day=Coalesce("forget_on", Subquery(last.values("forget_on")[:1])))


def past_their_day() -> QuerySet[Any]:
    """Return the crowds whose data is to be deleted now."""
    return with_promised_day().filter(promised_day__lte=timezone.localdate())


def keeping_too_long() -> QuerySet[Any]:
    """Return the crowds whose data should have been deleted on a day before this one, or that have promised no day."""
    return with_promised_day().filter(Q(promised_day__lt=timezone.localdate()) | Q(promised_day=None))
