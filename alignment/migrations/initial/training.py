"""Pairs with known gold, and training on them."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.utils import timezone

from annotation_site.migrations.initial.history import with_history

tables = [
    *with_history(
        "alignment",
        CreateModel(
            name="KnownGold",
            fields=[
                (
                    "item",
                    models.OneToOneField(
                        "projects.Item",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="known_gold",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project", on_delete=models.PROTECT, related_name="known_gold", db_index=False
                    ),
                ),
                ("use", models.CharField(max_length=8, choices=[("training", "Training"), ("check", "Check pair")])),
                (
                    "origin",
                    models.CharField(max_length=8, choices=[("decided", "Decided here"), ("imported", "From a file")]),
                ),
                ("reading", models.JSONField(help_text="Gold links and gold words without counterpart.")),
                ("added_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("added_at", models.DateTimeField(default=timezone.now)),
            ],
            options={
                "ordering": ["project", "item"],
                "constraints": [
                    models.CheckConstraint(name="use_of_gold_known", condition=Q(use__in=["training", "check"])),
                    models.CheckConstraint(
                        name="origin_of_gold_known", condition=Q(origin__in=["decided", "imported"])
                    ),
                ],
                "indexes": [
                    models.Index(name="known_gold_by_use", fields=["project", "use", "item"]),
                ],
            },
        ),
    ),
    CreateModel(
        name="TrainingRun",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "annotator",
                models.ForeignKey(
                    "projects.Membership", on_delete=models.PROTECT, related_name="training_runs", db_index=False
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
            (
                "state",
                models.CharField(
                    max_length=8,
                    default="underway",
                    choices=[("underway", "Underway"), ("passed", "Passed"), ("failed", "Not passed")],
                ),
            ),
            (
                "threshold",
                models.PositiveSmallIntegerField(
                    help_text="AGR with gold to reach, in per cent, as it was at the end."
                ),
            ),
            (
                "agr",
                models.FloatField(
                    null=True, help_text="Over all pairs of the attempt together, links with their label."
                ),
            ),
            ("started_at", models.DateTimeField(default=timezone.now)),
            ("finished_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["annotator", "number"],
            "constraints": [
                models.UniqueConstraint(name="one_try_per_number", fields=("annotator", "number")),
                models.UniqueConstraint(name="one_try_at_a_time", fields=("annotator",), condition=Q(state="underway")),
                models.CheckConstraint(name="try_state_known", condition=Q(state__in=["underway", "passed", "failed"])),
            ],
        },
    ),
    CreateModel(
        name="TrainingReading",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "run",
                models.ForeignKey(
                    "alignment.TrainingRun", on_delete=models.PROTECT, related_name="readings", db_index=False
                ),
            ),
            ("item", models.ForeignKey("projects.Item", on_delete=models.PROTECT, related_name="+")),
            ("gold", models.JSONField()),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, null=True, related_name="training_readings"
                ),
            ),
            (
                "submission",
                models.OneToOneField(
                    "projects.Submission", on_delete=models.PROTECT, null=True, related_name="training_reading"
                ),
            ),
        ],
        options={
            "ordering": ["run", "item__number"],
            "constraints": [
                models.UniqueConstraint(name="pair_once_in_an_attempt", fields=("run", "item")),
            ],
        },
    ),
]
