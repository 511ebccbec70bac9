"""The append-only log of all actions."""

from typing import TYPE_CHECKING, Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

if TYPE_CHECKING:
    from annotation_site.projects.models import Project


class OperationQuerySet(models.QuerySet["Operation"]):
    def of_project(self, project: "Project", *kinds: str) -> Self:
        """Return operations on the project itself, not on its items."""
        return self.filter(project=project, kind__in=kinds, item=None)


class Operation(models.Model):
    """One action of one person. Append-only; the database refuses UPDATE and DELETE."""

    # Its index is in the order of the operations, so that the latest of a project is found at once.
    project = models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="operations", db_index=False)
    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    item = models.ForeignKey(
        "projects.Item", on_delete=models.PROTECT, null=True, related_name="operations", db_index=False
    )
    assignment = models.ForeignKey(
        "projects.Assignment", on_delete=models.PROTECT, null=True, related_name="operations", db_index=False
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="operations", db_index=False
    )
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    operation_id = models.UUIDField(
        help_text="Client-generated UUID. An operation with the same ID is applied only once."
    )
    version = models.PositiveIntegerField(default=0, help_text="Version of the assignment or adjudication after it.")
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Any] = OperationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["actor", "operation_id"], name="operation_applied_once"),
        ]
        indexes = [
            models.Index(fields=["assignment", "id"], name="operations_of_assignment"),
            models.Index(fields=["item", "id"], name="operations_of_item"),
            models.Index(fields=["project", "id"], name="operations_in_order"),
            # What was done to no item is a few rows among millions, and is what histories are made of.
            models.Index(fields=["project", "kind", "id"], condition=Q(item=None), name="operations_of_project"),
            # A manager's or adjudicator's last action; what annotators do has its assignment.
            models.Index(fields=["actor", "project", "id"], condition=Q(assignment=None), name="actions_of_person"),
        ]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor_id}"
