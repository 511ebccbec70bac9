"""Background work as rows: parameters, requester, progress and result."""

from datetime import timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.registry import is_for_managers, title_of_kind
from annotation_site.projects.abilities import Ability, can_manage, can_run_jobs
from annotation_site.projects.models import Membership, Project


class Upload(models.Model):
    """An uploaded file, read only by jobs and served to nobody; or one made by a job, which its page may serve."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="uploads")
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    file = models.FileField(upload_to="uploads/%Y/%m", max_length=300)
    name = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


def job_attempts() -> int:
    """Return the number of claims after which a job counts as poison."""
    return int(settings.JOB_ATTEMPTS)


class JobQuerySet(models.QuerySet["Job"]):
    def for_user(self, user: User) -> Self:
        """Return jobs of projects the person manages, and their own."""
        managed = can_manage.projects_of(user)
        member = Membership.objects.active().filter(user=user).values("project")
        return self.filter(Q(project__in=managed) | Q(requested_by=user, project__in=member))

    def unfinished(self) -> Self:
        return self.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])


class Job(models.Model):
    """One piece of background work. This row is the truth; the broker only wakes workers."""

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting"
        RUNNING = "running", "Running"
        SUCCEEDED = "succeeded", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"
        # What it brought into the project was deleted again.
        TAKEN_BACK = "taken_back", "Taken back"

    # No index of its own: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="jobs", db_index=False)
    kind = models.CharField(max_length=40)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="jobs")
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    uploads = models.ManyToManyField(Upload, related_name="jobs", help_text="Files that it reads or made.")
    idempotency_key = models.CharField(max_length=120)
    parameters = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(null=True)
    attempt = models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write.")
    attempt_limit = models.PositiveSmallIntegerField(default=job_attempts)
    lease_expires_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    rung_at = models.DateTimeField(db_default=Now(), help_text="When the broker was last told of it.")
    started_at = models.DateTimeField(null=True)
    progressed_at = models.DateTimeField(null=True, help_text="When the present attempt last reported progress.")
    finished_at = models.DateTimeField(null=True)
    dismissed_at = models.DateTimeField(null=True, help_text="When somebody took note of its failure.")
    web_request = models.CharField(
        max_length=64, blank=True, help_text="The id of the request that started it, for logs."
    )

    objects: ClassVar[Any] = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "kind", "idempotency_key"], name="job_asked_once"),
        ]
        indexes = [
            models.Index(
                fields=["state", "lease_expires_at"],
                condition=Q(state__in=["queued", "running"]),
                name="jobs_unfinished",
            ),
            models.Index(fields=["project", "-id"], name="jobs_of_project"),
            models.Index(fields=["finished_at"], name="jobs_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def title(self) -> str:
        """The kind in words."""
        return title_of_kind(self.kind)

    @property
    def ability(self) -> Ability:
        """The ability to request, cancel and retry it."""
        return can_manage if is_for_managers(self.kind) else can_run_jobs

    def describe_for_log(self) -> dict[str, object]:
        """Return what lines of the log about it tell."""
        fields = {"job": self.pk, "kind": self.kind, "project": self.project.slug, "user": self.requested_by_id}
        return {**fields, "request_id": self.web_request} if self.web_request else fields

    @property
    def is_finished(self) -> bool:
        return self.state not in (self.State.QUEUED, self.State.RUNNING)


class WorkerSighting(models.Model):
    """The last sign of life of each worker, so that pages can report that none is running."""

    name = models.CharField(max_length=200, primary_key=True)
    processes = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def is_any_alive(cls) -> bool:
        """Return whether a worker gave a sign of life in the last 30 seconds."""
        return cls.objects.filter(seen_at__gt=Now() - timedelta(seconds=30)).exists()
