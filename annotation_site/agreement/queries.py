"""Figures of agreement: computed at once for few units, otherwise as a job stored them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import caches
from django.db import connection, transaction

from annotation_site.agreement.kinds import AgreementKind, StoredFigures
from annotation_site.agreement.models import AgreementFigures
from annotation_site.jobs.models import Job
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project

AGREEMENT_JOB = "agreement"
KEPT_SECONDS = 24 * 60 * 60
# Operations that change which submitted work counts.
CHANGES = ("submit", "reopen", "exclude_annotator", "lift_exclusion", "withdraw", "bring_back")


@contextmanager
def one_moment() -> Iterator[None]:
    """Read from one snapshot of the database.

    Inside a transaction that is already open, that transaction's isolation applies.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def find_last_change(project: Project, also: Collection[str] = ()) -> int:
    """Return a number that increases with every submission, exclusion and withdrawal, and with operations in `also`."""
    operations = Operation.objects.filter(project=project, kind__in=(*CHANGES, *also)).order_by("-pk")
    return operations.values_list("pk", flat=True).first() or 0


def find_figures(
    kind: AgreementKind[Any], project: Project, options: Any, *, units: int | None = None
) -> StoredFigures | None:
    """Return the figures of the present readings if they are few, otherwise the last stored ones, or None.

    `units` is the number of units, where it was counted before.
    """
    question, changes = kind.name_question(options), kind.read_changes(project)
    if (kind.count_units(project) if units is None else units) > kind.at_once:
        stored = AgreementFigures.objects.filter(project=project, question=question).first()
        if stored is None:
            return None
        return StoredFigures(stored.result, stored.created_at, is_current=stored.changes == changes)
    key = f"agreement-{project.pk}-{changes}-{question}"
    result = caches["figures"].get(key)
    if result is None:
        with one_moment():
            result = kind.compute(project, options, lambda done, total: None)
        caches["figures"].set(key, result, KEPT_SECONDS)
    return StoredFigures(result, None, is_current=True)


def name_request(kind: AgreementKind[Any], project: Project, options: Any) -> str:
    """Return the key that a job for the present readings has once."""
    question = kind.name_question(options)
    changes = f"changes-{kind.read_changes(project)}"
    return f"{changes}-{question}" if question else changes


def find_agreement_job(kind: AgreementKind[Any], project: Project, options: Any) -> Job | None:
    """Return the job that computes figures of the present readings, in whatever state, or None."""
    key = name_request(kind, project, options)
    return Job.objects.filter(project=project, kind=AGREEMENT_JOB, idempotency_key=key).first()
