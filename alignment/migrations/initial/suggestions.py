"""Suggested links, those dismissed, and what aligners learnt."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from alignment.migrations.initial.token_range import keep_in_range

tables = [
    CreateModel(
        name="Suggestion",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "item",
                models.ForeignKey(
                    "projects.Item", on_delete=models.PROTECT, related_name="suggestions", db_index=False
                ),
            ),
            ("source_index", models.PositiveSmallIntegerField()),
            ("target_index", models.PositiveSmallIntegerField()),
            ("label", models.CharField(max_length=1, choices=[("S", "Sure"), ("P", "Possible")])),
            (
                "confidence",
                models.FloatField(null=True, help_text="How probable an aligner holds the link, 0 to 1."),
            ),
        ],
        options={
            "ordering": ["source_index", "target_index"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_suggestion_per_cell", fields=("item", "source_index", "target_index")
                ),
                models.CheckConstraint(condition=Q(label__in=["S", "P"]), name="suggestion_label_s_or_p"),
                models.CheckConstraint(condition=Q(confidence__range=(0, 1)), name="suggestion_confidence_0_1"),
            ],
            "triggers": keep_in_range("alignment.Suggestion", "item_id", "max(source_index)", "max(target_index)"),
        },
    ),
    CreateModel(
        name="DismissedSuggestion",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    related_name="dismissed_suggestions",
                    db_index=False,
                ),
            ),
            ("source_index", models.PositiveSmallIntegerField()),
            ("target_index", models.PositiveSmallIntegerField()),
        ],
        options={
            "ordering": ["source_index", "target_index"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_dismissal_per_suggestion", fields=("assignment", "source_index", "target_index")
                ),
            ],
        },
    ),
    CreateModel(
        name="AlignerPriors",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("project", models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="aligner_priors")),
            ("aligner", models.CharField(max_length=20)),
            ("upload", models.ForeignKey("projects.Upload", on_delete=models.PROTECT, related_name="+")),
            (
                "pair_count",
                models.PositiveIntegerField(help_text="Pairs used for training, including a training text."),
            ),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "verbose_name_plural": "aligner priors",
            "ordering": ["-pk"],
        },
    ),
]
