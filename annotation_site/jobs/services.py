"""Requesting background work, cancelling and retrying it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import find_kind
from annotation_site.jobs.tasks import wake_worker
from annotation_site.operations.services import record_operation
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import require
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import require_room
from annotation_site.server.logs import find_request_id
from annotation_site.web.exceptions import DomainError, NotEditable

_lock_user = Prepared(
    lambda user: User.objects.select_for_update(no_key=True, of=("self",)).filter(pk=user).values_list("pk")
)
_find_requested = Prepared(
    lambda project, kind, key: Job.objects.filter(project=project, kind=kind, idempotency_key=key).order_by()
)


@transaction.atomic
def request_job(
    *,
    user: User,
    project: Project,
    kind: str,
    idempotency_key: str,
    parameters: Mapping[str, Any],
    after: Job | None = None,
) -> Job:
    """Insert the row, then notify the broker after commit. Requesting twice with one key gives the same job.

    Uploads are part of the parameters: the row refers to them by number, and keeps them from being deleted. A job that
    goes on `after` another, with its parameters, keeps the files of that one, too.
    """
    find_kind(kind)
    uploads: list[Upload] = list(after.uploads.all()) if after else []
    job = Job(
        project=project,
        kind=kind,
        requested_by=user,
        idempotency_key=idempotency_key,
        parameters=_name_uploads(parameters, uploads),
        web_request=find_request_id(),
    )
    require(job.ability, user, project)
    _lock_person(user)
    existing = _find_requested.first(project.pk, kind, idempotency_key)
    if existing is not None:
        return existing
    require_room("jobs", user=user, project=project)
    _require_kept(project, uploads)
    job.save()
    job.uploads.add(*uploads)
    record_operation(actor=user, project=project, kind="request_job", payload={"job": job.pk, "kind": kind})
    transaction.on_commit(lambda: wake_worker(job))
    return job


def _name_uploads(value: Any, found: list[Upload]) -> Any:
    """Return a parameter with uploads replaced by their numbers, which are added to those found."""
    if isinstance(value, Upload):
        found.append(value)
        return value.pk
    if isinstance(value, Mapping):
        return {name: _name_uploads(part, found) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_name_uploads(part, found) for part in value]
    return value


def _require_kept(project: Project, uploads: Sequence[Upload]) -> None:
    """Lock the files against the sweep, which may have deleted one since it was looked up."""
    wanted = {upload.pk for upload in uploads}
    kept = (
        Upload.objects.select_for_update(no_key=True, of=("self",))
        .filter(project=project, pk__in=wanted)
        .order_by("pk")
    )
    if wanted and len(kept) < len(wanted):
        raise DomainError("A file of this is no longer stored. Upload it again.")


@transaction.atomic
def cancel_job(*, user: User, job: Job) -> Job:
    """Cancel a job that has not finished; its worker notices within a second and leaves nothing behind."""
    return cancel_locked_job(user, _lock_own_job(user, job))


def cancel_locked_job(user: User, job: Job) -> Job:
    """Cancel a job whose row the caller has locked, and whose cancelling they have allowed."""
    if job.is_finished:
        raise NotEditable("This job has already finished.")
    job.state = Job.State.CANCELLED
    job.finished_at = timezone.now()
    # By a key and not by name, which would stay when the account is pseudonymised.
    job.error, job.cancelled_by = "Cancelled.", user
    job.save(update_fields=["state", "finished_at", "error", "cancelled_by"])
    record_operation(actor=user, project=job.project, kind="cancel_job", payload={"job": job.pk})
    return job


def cancel_unfinished(user: User, project: Project, reason: str) -> int:
    """Cancel every unfinished job of the project, in the caller's transaction, and return their number."""
    unfinished = Job.objects.unfinished().filter(project=project)
    cancelled: int = unfinished.update(
        state=Job.State.CANCELLED, finished_at=timezone.now(), error=f"Cancelled because {reason}.", cancelled_by=user
    )
    return cancelled


@transaction.atomic
def retry_job(*, user: User, job: Job) -> Job:
    """Queue a failed or cancelled job again, from the start."""
    _lock_person(job.requested_by)
    job = _lock_own_job(user, job)
    if job.state not in (Job.State.FAILED, Job.State.CANCELLED):
        raise NotEditable("Only failed or cancelled jobs can be tried again.")
    require_room("jobs", user=job.requested_by, project=job.project)
    _require_kept(job.project, list(job.uploads.all()))
    job.state, job.error, job.done, job.total = Job.State.QUEUED, "", 0, None
    # The count of attempts is the fence and never goes back: an old worker may still be on its way out.
    job.attempt_limit = job.attempt + settings.JOB_ATTEMPTS
    job.finished_at = job.dismissed_at = job.cancelled_by = None
    job.web_request = find_request_id()
    changed = ["state", "error", "attempt_limit", "done", "total", "finished_at", "dismissed_at", "cancelled_by"]
    job.save(update_fields=[*changed, "web_request"])
    Job.objects.filter(pk=job.pk).update(rung_at=Now())  # by the clock of those who compare it
    record_operation(actor=user, project=job.project, kind="retry_job", payload={"job": job.pk})
    transaction.on_commit(lambda: wake_worker(job))
    return job


@transaction.atomic
def dismiss_job(*, user: User, job: Job) -> Job:
    """Take a failed job off the boards and from what waits for managers; dismissing it again changes nothing."""
    job = _lock_own_job(user, job)
    if job.state != Job.State.FAILED:
        raise NotEditable("Only failed jobs can be dismissed.")
    if job.dismissed_at is None:
        job.dismissed_at = timezone.now()
        job.save(update_fields=["dismissed_at"])
        record_operation(actor=user, project=job.project, kind="dismiss_job", payload={"job": job.pk})
    return job


def _lock_person(user: User) -> None:
    """Serialise one person's requests, so that the quota holds against a burst."""
    _lock_user.later(user.pk)


def _lock_own_job(user: User, job: Job) -> Job:
    require(job.ability, user, job.project)
    return lock_job(job.pk)


def lock_job(pk: int) -> Job:
    """Return the job, locked until the transaction ends."""
    return Job.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "requested_by").get(pk=pk)
