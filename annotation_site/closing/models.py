"""The records of parts of projects that were deleted, and of projects that were erased."""

from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project


class DeletionQuerySet(models.QuerySet["Deletion"]):
    def for_user(self, user: User) -> Self:
        """Return deletions in projects that the person manages."""
        return self.filter(project__in=can_manage.projects_of(user))

    def restorable(self) -> Self:
        """Return deletions whose rows are still kept."""
        return self.filter(restored_at=None, erased_at=None)


class Deletion(models.Model):
    """A part of a project that was deleted. Its rows are kept in a file, from which they can be restored until the days
    of grace are over; for good if a release holds them.
    """

    # No index of its own: an index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="deletions", db_index=False)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="deletions")
    part = models.CharField(max_length=40, help_text="The kind of part, as its page names it in its address.")
    key = models.BigIntegerField(help_text="The number that the part had.")
    name = models.CharField(max_length=300)
    counts = models.JSONField(help_text="Number of rows, by what people call them.")
    releases = models.JSONField(default=list, help_text="Numbers of the releases that hold it: it is never erased.")
    file = models.FileField(upload_to="deleted", max_length=300, blank=True)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    deleted_at = models.DateTimeField(auto_now_add=True)
    restored_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    restored_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = DeletionQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(restored_at=None, restored_by=None)
                | Q(restored_at__isnull=False, restored_by__isnull=False, erased_at=None),
                name="deletion_restored_or_erased",
            ),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="deletions_of_project")]

    def __str__(self) -> str:
        return self.name

    @property
    def until(self) -> datetime | None:
        """Return the moment from which it can no longer be restored; None if it is kept for good, or gone."""
        if self.releases or self.restored_at or self.erased_at:
            return None
        return self.deleted_at + timedelta(days=settings.PROJECT_GRACE_DAYS)

    @property
    def is_restorable(self) -> bool:
        return self.restored_at is None and self.erased_at is None


class ErasedProject(models.Model):
    """The record that is kept of a deleted project once its days of grace are over."""

    # No key to the project, whose row goes, too.
    project = models.BigIntegerField(unique=True, help_text="The number that the project had.")
    slug = models.CharField(max_length=60)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=20)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    deleted_at = models.DateTimeField()
    begun_at = models.DateTimeField(auto_now_add=True, help_text="When erasing began.")
    counts = models.JSONField(help_text="Rows of each table when erasing began.")
    # By these a copy that somebody kept can still be told from another file.
    releases = models.JSONField(default=list, help_text="Number, date, file name and SHA-256 of each release.")

    class Meta:
        ordering = ["-pk"]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return self.name

    @property
    def kind_name(self) -> str:
        """The kind in words."""
        return str(Project.Kind(self.kind).label)
