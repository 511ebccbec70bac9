"""Annotators whose work is excluded from figures."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation_site.projects.models import Membership, Project

LONGEST_REASON = 500


class ExclusionQuerySet(models.QuerySet["Exclusion"]):
    def active(self, project: Project) -> Self:
        """Return exclusions of the project that are not lifted."""
        return self.filter(membership__project=project, lifted_at=None)


class Exclusion(models.Model):
    """An annotator excluded from the figures for a reason, until it is lifted; the rows are the history."""

    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="exclusions")
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    objects: ClassVar[Any] = ExclusionQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["membership"], condition=Q(lifted_at=None), name="excluded_once_at_a_time"),
            models.CheckConstraint(condition=~Q(reason=""), name="exclusion_has_reason"),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None)
                | Q(lifted_at__isnull=False, lifted_by__isnull=False, lifted_at__gte=F("at")),
                name="lifted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.membership.pseudonym}: {self.reason}"
