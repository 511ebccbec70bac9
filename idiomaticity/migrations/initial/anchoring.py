"""Scores of machines that raters saw."""

from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import fix_columns

tables = [
    CreateModel(
        name="ShownScores",
        fields=[
            (
                "assignment",
                models.OneToOneField(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="shown_scores",
                ),
            ),
            (
                "machine",
                models.ForeignKey("projects.Machine", on_delete=models.PROTECT, related_name="shown_scores"),
            ),
            ("scores", models.JSONField()),
            ("is_control", models.BooleanField()),
        ],
        options={
            "triggers": [
                fix_columns(
                    "idiomaticity.ShownScores",
                    ["assignment_id", "machine_id", "scores", "is_control"],
                    name="shown_scores_fixed",
                ),
            ],
        },
    ),
]
