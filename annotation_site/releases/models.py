"""Releases: numbered, immutable, downloadable."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project


class ReleaseQuerySet(models.QuerySet["Release"]):
    def for_user(self, user: User) -> Self:
        """Return releases of projects the person manages or adjudicates: gold would unblind an annotator
        still at work.
        """
        return self.filter(project__in=can_see_results.projects_of(user))


class Release(models.Model):
    """The gold standard at one date: file, manifest, SHA-256. The database refuses any change."""

    # No index of its own: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="releases", db_index=False)
    number = models.PositiveIntegerField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="release")
    note = models.CharField(max_length=300, blank=True)
    file = models.FileField(upload_to="releases", max_length=300)
    file_name = models.CharField(max_length=160)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    manifest = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="release_number_unique_in_project"),
        ]
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.project}, release {self.number}"

    @property
    def doi(self) -> str:
        """Return the DOI under which a repository published it, if one did."""
        deposit = getattr(self, "deposit", None)
        return deposit.doi if deposit and deposit.is_published else ""
