"""Test sets, their segments and marked expressions."""

from django.conf import settings
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models.functions import Lower

tables = [
    CreateModel(
        name="TestSet",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="test_sets", db_index=False
                ),
            ),
            ("name", models.CharField(max_length=120)),
            ("source_language", models.CharField(max_length=35)),
            ("target_language", models.CharField(max_length=35)),
            ("segment_count", models.PositiveIntegerField()),
            ("expression_count", models.PositiveIntegerField()),
            ("files", models.JSONField(default=list, help_text="Name, size and SHA-256 of each file it came from.")),
            (
                "expressions_sha256",
                models.CharField(
                    max_length=64,
                    blank=True,
                    help_text="Of all changes of expressions on the page, in their order; blank as imported.",
                ),
            ),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="test_set")),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="test_set_name_unique_in_project", fields=("project", "name")),
            ],
        },
    ),
    CreateModel(
        name="Segment",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey(
                    "evaluation.TestSet", on_delete=models.CASCADE, related_name="segments", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField(help_text="From 1, in the order of the file.")),
            ("source", models.TextField()),
            ("references", models.JSONField(default=list)),
            (
                "text_line",
                models.PositiveIntegerField(
                    null=True,
                    help_text="From 1, in the whole text that it was found in; null: the test set is the whole text.",
                ),
            ),
            (
                "expressions_version",
                models.PositiveIntegerField(default=0, help_text="How often its expressions were changed."),
            ),
        ],
        options={
            "ordering": ["number"],
            "constraints": [
                models.UniqueConstraint(name="segment_number_unique", fields=("test_set", "number")),
            ],
        },
    ),
    CreateModel(
        name="Expression",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "segment",
                models.ForeignKey(
                    "evaluation.Segment", on_delete=models.CASCADE, related_name="expressions", db_index=False
                ),
            ),
            ("position", models.PositiveSmallIntegerField(help_text="Among the segment's expressions, from 0.")),
            (
                "label",
                models.CharField(max_length=300, help_text="Expressions with the same label are one expression."),
            ),
            (
                "source_spans",
                models.JSONField(default=list, help_text="Pairs of code points, end excluded; empty if unknown."),
            ),
            ("reference_spans", models.JSONField(default=list, help_text="Spans in the first reference.")),
            ("reference_text", models.TextField(blank=True, help_text="Its words in the reference.")),
            (
                "category",
                models.CharField(max_length=40, blank=True, help_text="As a corpus names its kind: VID, LVC.full."),
            ),
            (
                "expression_class",
                models.CharField(
                    max_length=13,
                    blank=True,
                    choices=[("idiomatic", "idiomatic"), ("partly", "partly"), ("compositional", "compositional")],
                ),
            ),
        ],
        options={
            "ordering": ["position"],
            "constraints": [
                models.UniqueConstraint(name="expression_position_unique", fields=("segment", "position")),
            ],
            "indexes": [
                models.Index(name="expressions_by_label", fields=["label"]),
                models.Index(OpClass(Lower("label"), name="text_pattern_ops"), name="expressions_by_beginning"),
            ],
        },
    ),
]
