"""Figures of agreement that jobs compute."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="AgreementInterval",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "changes",
                models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when they were computed."),
            ),
            ("result", models.JSONField()),
            ("job", models.ForeignKey("projects.Job", on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_interval_per_change", fields=("project", "changes")),
            ],
        },
    ),
    CreateModel(
        name="FrequencyAgreement",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "changes",
                models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when it was counted."),
            ),
            ("result", models.JSONField()),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "indexes": [
                models.Index(name="frequency_latest_first", fields=["project", "-id"]),
            ],
        },
    ),
    CreateModel(
        name="RatingFigures",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            ("kind", models.CharField(max_length=10, choices=[("agreement", "Agreement"), ("plan", "Plan")])),
            ("question", models.CharField(max_length=64, help_text="Hash of what was asked.")),
            (
                "changes",
                models.BigIntegerField(help_text="count_rating_changes of the project when they were computed."),
            ),
            ("result", models.JSONField()),
            ("job", models.ForeignKey("projects.Job", on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="rating_figures_once", fields=("project", "kind", "question", "changes")),
                models.CheckConstraint(name="rating_figures_kind", condition=Q(kind__in=["agreement", "plan"])),
            ],
        },
    ),
]
