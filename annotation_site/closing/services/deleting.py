"""Deleting a part of a project, and restoring it: rows go to a file, and come back from it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.closing.models import Deletion
from annotation_site.closing.ownership import Going
from annotation_site.closing.parts import Part
from annotation_site.closing.queries import DELETE_PART, RESTORE_PART, lock_work, plan_deletion
from annotation_site.closing.services.copies import keeping_files, put_back, store_rows
from annotation_site.closing.services.erasing import delete_protected
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable


@transaction.atomic
def request_deletion(*, user: User, project: Project, part: Part, pk: int, request_id: UUID) -> Job:
    """Queue the job that deletes a part of the project with everything that belongs to it. Refused with the reason if
    something else needs it; the job looks again.
    """
    require(can_manage, user, project)
    earlier: Job | None = project.jobs.filter(kind=DELETE_PART, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    deletable = part.find(project).filter(pk=pk).first()
    if deletable is None:
        raise NotEditable(f"This {part.noun} no longer exists.")
    if refusal := plan_deletion(part, deletable).refusal:
        raise NotEditable(refusal)
    return request_job(
        user=user,
        project=project,
        kind=DELETE_PART,
        idempotency_key=str(request_id),
        parameters={"part": part.name, "pk": pk, "name": part.title(deletable)},
    )


@transaction.atomic
def request_restoring(*, user: User, deletion: Deletion, request_id: UUID) -> Job:
    """Queue the job that restores what was deleted."""
    require(can_manage, user, deletion.project)
    if not deletion.is_restorable:
        raise NotEditable("This can no longer be restored." if deletion.erased_at else "This was restored already.")
    return request_job(
        user=user,
        project=deletion.project,
        kind=RESTORE_PART,
        idempotency_key=str(request_id),
        parameters={"deletion": deletion.pk, "name": deletion.name},
    )


def delete_now(job: Job, part: Part, found: Any) -> Deletion:
    """Delete a part within the job's last transaction, while it holds the project; a failure deletes nothing."""
    project = job.project
    lock_work(plan_deletion(part, found, by=job).going)
    planned = plan_deletion(part, found, by=job)
    if planned.refusal:
        raise DomainError(planned.refusal)
    going, shown = planned.going, planned.count()
    with keeping_files() as stored:
        copied, counts = store_rows(going.rows, f"{project.slug}-{job.pk}-{part.name}-{found.pk}", stored)
        about = list(part.jobs(found).values_list("pk", flat=True))
        releases, name = part.find_releases(found), part.title(found)
        _count_off(project, going, -1)
        for rows, wanted in zip(going.rows, counts, strict=True):
            if delete_protected(rows) != wanted:
                raise DomainError("Something was added to it meanwhile. Nothing was deleted. Try again.")
        # The same files may come in again.
        for other in Job.objects.filter(pk__in=about).exclude(pk=job.pk):
            other.idempotency_key = f"{other.idempotency_key[:90]}-deleted-{job.pk}"
            other.save(update_fields=["idempotency_key"])
        deletion = Deletion.objects.create(
            project=project,
            job=job,
            part=part.name,
            key=found.pk,
            name=name[:300],
            counts=shown,
            releases=releases,
            deleted_by=job.requested_by,
            **copied,
        )
        payload = {"deletion": deletion.pk, "part": part.name, "name": name, "counts": shown}
        record_operation(actor=job.requested_by, project=project, kind=DELETE_PART, payload=payload)
        return deletion


def restore_now(job: Job, deletion: Deletion) -> None:
    """Restore what was deleted, within the job's last transaction, while it holds the project."""
    put_back(deletion)
    deletion.restored_at, deletion.restored_by = timezone.now(), job.requested_by
    deletion.save(update_fields=["restored_at", "restored_by"])
    payload = {"deletion": deletion.pk, "part": deletion.part, "name": deletion.name}
    record_operation(actor=job.requested_by, project=job.project, kind=RESTORE_PART, payload=payload)


def count_again(project: Project, going: Going) -> None:
    """Count items and submissions that came back."""
    _count_off(project, going, 1)


def _count_off(project: Project, going: Going, sign: int) -> None:
    """Change the numbers that are kept of items and of each annotator's submissions."""
    known = Q(state=Item.State.WITHDRAWN, withdrawn_from="")
    items = going.of(Item).exclude(known | Q(state=Item.State.REPLACED)).count()
    if items:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") + sign * items)
    submitted = going.of(Assignment).filter(state=Assignment.State.SUBMITTED)
    counted = submitted.exclude(purpose=Assignment.Purpose.TRAINING).order_by()
    for annotator, count in counted.values_list("annotator").annotate(n=Count("pk")):
        Membership.objects.filter(pk=annotator).update(submitted_count=F("submitted_count") + sign * count)
