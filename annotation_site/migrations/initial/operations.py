"""The log of everything people do."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.utils import timezone

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="Operation",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="operations", db_index=False
                ),
            ),
            (
                "item",
                models.ForeignKey(
                    "projects.Item", on_delete=models.PROTECT, null=True, related_name="operations", db_index=False
                ),
            ),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    null=True,
                    related_name="operations",
                    db_index=False,
                ),
            ),
            (
                "actor",
                models.ForeignKey(
                    settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="operations", db_index=False
                ),
            ),
            ("kind", models.CharField(max_length=40)),
            ("payload", models.JSONField(default=dict)),
            (
                "operation_id",
                models.UUIDField(
                    help_text="Client-generated UUID. An operation with the same ID is applied only once."
                ),
            ),
            (
                "version",
                models.PositiveIntegerField(default=0, help_text="Version of the assignment or adjudication after it."),
            ),
            ("created_at", models.DateTimeField(default=timezone.now)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="operation_applied_once", fields=("actor", "operation_id")),
            ],
            "indexes": [
                models.Index(name="operations_of_assignment", fields=["assignment", "id"]),
                models.Index(name="operations_of_item", fields=["item", "id"]),
                models.Index(name="operations_in_order", fields=["project", "id"]),
                models.Index(name="operations_of_project", fields=["project", "kind", "id"], condition=Q(item=None)),
                models.Index(name="actions_of_person", fields=["actor", "project", "id"], condition=Q(assignment=None)),
            ],
            "triggers": [
                refuse_changes("projects.Operation", name="append_only"),
            ],
        },
    ),
]
