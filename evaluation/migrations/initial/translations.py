"""Translations of test sets, and how they were measured."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="Translation",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "system",
                models.ForeignKey(
                    "evaluation.System", on_delete=models.PROTECT, related_name="translations", db_index=False
                ),
            ),
            (
                "test_set",
                models.ForeignKey("evaluation.TestSet", on_delete=models.PROTECT, related_name="translations"),
            ),
            ("upload", models.ForeignKey("projects.Upload", on_delete=models.PROTECT, related_name="+")),
            (
                "column",
                models.CharField(max_length=200, blank=True, help_text="Of a table; blank for a file of lines."),
            ),
            (
                "missing_count",
                models.PositiveIntegerField(help_text="Segments without a translation, scored as empty."),
            ),
            ("missing", models.JSONField(default=list, help_text="The first of their numbers.")),
            ("sha256", models.CharField(max_length=64, help_text="Of the translations, one a line.")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="one_translation_per_system", fields=("system", "test_set")),
            ],
        },
    ),
    CreateModel(
        name="Hypothesis",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "translation",
                models.ForeignKey(
                    "evaluation.Translation", on_delete=models.CASCADE, related_name="hypotheses", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField(help_text="Of the segment.")),
            ("text", models.TextField(blank=True)),
        ],
        options={
            "ordering": ["number"],
            "constraints": [
                models.UniqueConstraint(name="one_hypothesis_per_segment", fields=("translation", "number")),
            ],
        },
    ),
    CreateModel(
        name="SegmentValues",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "translation",
                models.ForeignKey(
                    "evaluation.Translation", on_delete=models.CASCADE, related_name="values", db_index=False
                ),
            ),
            ("measure", models.CharField(max_length=60)),
            ("key", models.CharField(max_length=64, help_text="Of options, dictionaries and version.")),
            ("first", models.PositiveIntegerField(help_text="Number of the first segment.")),
            ("values", models.JSONField(help_text="One entry per segment.")),
            (
                "scores",
                ArrayField(models.FloatField(null=True), default=list, help_text="One per segment, to sort by."),
            ),
        ],
        options={
            "ordering": ["first"],
            "constraints": [
                models.UniqueConstraint(name="chunk_once", fields=("translation", "measure", "key", "first")),
            ],
        },
    ),
    CreateModel(
        name="TranslationScore",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "translation",
                models.ForeignKey(
                    "evaluation.Translation", on_delete=models.PROTECT, related_name="scores", db_index=False
                ),
            ),
            ("measure", models.CharField(max_length=60)),
            ("key", models.CharField(max_length=64)),
            ("options", models.JSONField(default=dict, help_text="On which the values depend.")),
            ("job", models.ForeignKey("projects.Job", on_delete=models.PROTECT, related_name="+")),
            ("result", models.JSONField()),
            ("resampled", models.JSONField(default=dict, help_text="Each figure in every resample of segments.")),
            (
                "groups_resampled",
                models.JSONField(
                    default=dict, help_text="The first figure of each group in every resample of the group's segments."
                ),
            ),
            ("signature", models.TextField()),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="one_translation_score", fields=("translation", "measure", "key")),
            ],
            "triggers": [
                refuse_changes("evaluation.TranslationScore", name="immutable"),
            ],
        },
    ),
    CreateModel(
        name="MeasureTask",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "job",
                models.ForeignKey(
                    "projects.Job", on_delete=models.CASCADE, related_name="measure_tasks", db_index=False
                ),
            ),
            ("stage", models.PositiveSmallIntegerField(choices=[(1, "count"), (2, "sum up")])),
            ("translation", models.ForeignKey("evaluation.Translation", on_delete=models.CASCADE, related_name="+")),
            (
                "measure",
                models.CharField(
                    max_length=60, blank=True, help_text="To sum up; a chunk is counted by all of the job's."
                ),
            ),
            ("first", models.PositiveIntegerField(default=0, help_text="Number of the chunk's first segment.")),
            ("is_done", models.BooleanField(default=False)),
            ("result", models.JSONField(null=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_measure_task", fields=("job", "stage", "translation", "measure", "first")
                ),
            ],
            "indexes": [
                models.Index(
                    name="open_measures", fields=["job", "stage", "translation", "first"], condition=Q(is_done=False)
                ),
            ],
        },
    ),
]
