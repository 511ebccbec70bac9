"""Changes of marked expressions and of their classes."""

from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="ExpressionChange",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "segment",
                models.ForeignKey("evaluation.Segment", on_delete=models.PROTECT, related_name="expression_changes"),
            ),
            ("operation", models.OneToOneField("projects.Operation", on_delete=models.PROTECT, related_name="+")),
            (
                "undoes",
                models.OneToOneField(
                    "evaluation.ExpressionChange", on_delete=models.PROTECT, null=True, related_name="undone_by"
                ),
            ),
            ("before", models.JSONField()),
            ("after", models.JSONField()),
        ],
        options={
            "ordering": ["-pk"],
            "triggers": [
                refuse_changes("evaluation.ExpressionChange", name="append_only"),
            ],
        },
    ),
    CreateModel(
        name="ExpressionClassChange",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey("evaluation.TestSet", on_delete=models.PROTECT, related_name="class_changes"),
            ),
            ("operation", models.OneToOneField("projects.Operation", on_delete=models.PROTECT, related_name="+")),
            (
                "undoes",
                models.OneToOneField(
                    "evaluation.ExpressionClassChange", on_delete=models.PROTECT, null=True, related_name="undone_by"
                ),
            ),
            (
                "origin",
                models.JSONField(
                    default=dict, help_text="Which project they were taken from, and how; empty: cleared."
                ),
            ),
            ("changes", models.JSONField(help_text="Segment, place in it, label, class before and after, of each.")),
        ],
        options={
            "ordering": ["-pk"],
            "triggers": [
                refuse_changes("evaluation.ExpressionClassChange", name="append_only"),
            ],
        },
    ),
]
