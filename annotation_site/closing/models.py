"""The record of projects that were erased."""

import pgtrigger
from django.conf import settings
from django.db import models

from annotation_site.projects.models import Project


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
        return Project.Kind(self.kind).label
