"""Events of which people are notified by email."""

from django.conf import settings
from django.db import models

from annotation_site.projects.models import Project


class Notice(models.Model):
    """One event that concerns one person; deleted with the mail that tells of it.

    Rows are only inserted, so that two people who cause events for the same person never wait for each other.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    task = models.CharField(max_length=40, db_column="matter")
    arose_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.task} in {self.project_id} for {self.user_id}"
