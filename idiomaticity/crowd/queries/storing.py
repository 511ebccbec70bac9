"""Storing of marketplaces' parameters and of answers about raters: until when, and what ends it."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Least
from django.utils import timezone

from idiomaticity.crowd.models import CrowdCall, CrowdWorker, SealedParameters


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


def with_deletion_day(rows: QuerySet[Any], *, call: str, told_at: Any) -> QuerySet[Any]:
    """Annotate rows about people with `deletion_day`: the one that they were told, or an earlier one chosen since.

    `call` leads from a row to its crowd, `told_at` to the moment at which the person agreed. A day that is later, or
    none, binds only those who come after the change.
    """
    history: Any = CrowdCall.pgh_event_model  # type: ignore[attr-defined]  # made by pghistory
    chosen = history.objects.filter(pgh_obj_id=OuterRef(call), forget_on__isnull=False).order_by("-pgh_id")
    at_consent = chosen.filter(pgh_created_at__lte=told_at)
    days = [Subquery(changes.values("forget_on")[:1]) for changes in (at_consent, chosen)]
    return rows.annotate(deletion_day=Least(*days))


def sealed_parameters() -> QuerySet[Any]:
    """Return all stored parameters of links with their `deletion_day`."""
    told_at = OuterRef("worker__consented_at")
    return with_deletion_day(SealedParameters.objects.all(), call="worker__call", told_at=told_at)


def find_deletion_day(worker: CrowdWorker) -> date | None:
    """Return the day on which everything sealed about this worker is deleted."""
    workers = CrowdWorker.objects.filter(pk=worker.pk)
    dated = with_deletion_day(workers, call="call", told_at=OuterRef("consented_at"))
    day: date | None = dated.values_list("deletion_day", flat=True).first()
    return day


def is_past_its_day() -> Q:
    """Return the condition for rows with a `deletion_day` that are to be deleted now."""
    return Q(deletion_day__lte=timezone.localdate())


def is_kept_too_long() -> Q:
    """Return the condition for rows that should have been deleted before today, or for which no day was ever chosen."""
    return Q(deletion_day__lt=timezone.localdate()) | Q(deletion_day=None)
