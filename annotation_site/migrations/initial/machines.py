"""Machines, the keys of their programs, and their answers."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history
from annotation_site.migrations.initial.triggers import fix_columns

tables = [
    *with_history(
        "projects",
        CreateModel(
            name="Machine",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project", on_delete=models.PROTECT, related_name="machines", db_index=False
                    ),
                ),
                ("pseudonym", models.CharField(max_length=8)),
                ("name", models.CharField(max_length=120)),
                ("model", models.CharField(max_length=200)),
                ("version", models.CharField(max_length=120, blank=True)),
                ("prompt", models.TextField(blank=True, help_text="The prompt, or the settings of the program.")),
                ("licence", models.CharField(max_length=200, blank=True)),
                ("dated", models.DateField(help_text="The day on which it answered, or was set up.")),
                (
                    "use",
                    models.CharField(
                        max_length=12,
                        default="hidden",
                        choices=[
                            ("hidden", "Hidden"),
                            ("adjudication", "Shown in adjudication"),
                            ("suggestions", "Suggestions"),
                        ],
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        max_length=10, default="active", choices=[("active", "Active"), ("removed", "Removed")]
                    ),
                ),
                ("added_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("added_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        name="machine_pseudonym_unique_in_project", fields=("project", "pseudonym")
                    ),
                    models.UniqueConstraint(name="machine_name_unique_in_project", fields=("project", "name")),
                    models.CheckConstraint(
                        name="machine_use_known", condition=Q(use__in=["hidden", "adjudication", "suggestions"])
                    ),
                ],
            },
        ),
    ),
    CreateModel(
        name="MachineKey",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("machine", models.ForeignKey("projects.Machine", on_delete=models.PROTECT, related_name="keys")),
            ("digest", models.CharField(max_length=64, unique=True, editable=False)),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("expires_at", models.DateTimeField()),
            ("revoked_at", models.DateTimeField(null=True)),
        ],
        options={"ordering": ["-pk"]},
    ),
    CreateModel(
        name="MachineAnswer",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "machine",
                models.ForeignKey("projects.Machine", on_delete=models.PROTECT, related_name="answers", db_index=False),
            ),
            ("item", models.ForeignKey("projects.Item", on_delete=models.PROTECT, related_name="machine_answers")),
            ("reading", models.JSONField()),
            ("confidence", models.JSONField(null=True)),
            (
                "job",
                models.ForeignKey("projects.Job", on_delete=models.PROTECT, null=True, related_name="machine_answers"),
            ),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["machine", "item"],
            "constraints": [
                models.UniqueConstraint(name="one_answer_per_machine", fields=("machine", "item")),
            ],
            "triggers": [
                fix_columns(
                    "projects.MachineAnswer",
                    ["machine_id", "item_id", "reading", "confidence"],
                    name="answer_fixed",
                ),
            ],
        },
    ),
]
