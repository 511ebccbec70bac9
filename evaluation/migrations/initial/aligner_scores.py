"""Systems, their alignments, and scores against a gold standard."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="System",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="systems", db_index=False),
            ),
            ("name", models.CharField(max_length=120)),
            ("description", models.TextField(blank=True)),
            (
                "run_of",
                models.CharField(
                    max_length=120,
                    blank=True,
                    help_text="Name of the system that this is a run (seed) of; blank: of none.",
                ),
            ),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["name"],
            "constraints": [
                models.UniqueConstraint(name="system_name_unique_in_project", fields=("project", "name")),
            ],
        },
    ),
    CreateModel(
        name="Output",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("system", models.ForeignKey("evaluation.System", on_delete=models.PROTECT, related_name="outputs")),
            ("release", models.ForeignKey("projects.Release", on_delete=models.PROTECT, related_name="outputs")),
            ("upload", models.ForeignKey("projects.Upload", on_delete=models.PROTECT, related_name="+")),
            ("format", models.CharField(max_length=20)),
            ("base", models.PositiveSmallIntegerField(default=0)),
            (
                "is_reversed",
                models.BooleanField(default=False, help_text="Links are written target–source."),
            ),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
        },
    ),
    CreateModel(
        name="Score",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "output",
                models.ForeignKey("evaluation.Output", on_delete=models.PROTECT, related_name="scores", db_index=False),
            ),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="score")),
            ("measure", models.CharField(max_length=40)),
            ("result", models.JSONField()),
            ("signature", models.CharField(max_length=300)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="one_score_per_measure", fields=("output", "measure")),
            ],
            "triggers": [
                refuse_changes("evaluation.Score", name="immutable"),
            ],
        },
    ),
    CreateModel(
        name="BandScores",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("release", models.ForeignKey("projects.Release", on_delete=models.PROTECT, related_name="band_scores")),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="band_scores")),
            ("result", models.JSONField()),
            ("signature", models.TextField()),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "verbose_name_plural": "band scores",
            "ordering": ["-pk"],
            "triggers": [
                refuse_changes("evaluation.BandScores", name="immutable"),
            ],
        },
    ),
]
