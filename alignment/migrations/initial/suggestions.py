"""Suggested links, those dismissed, and what aligners learnt."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.triggers import check_rows

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
        ],
        options={
            "ordering": ["source_index", "target_index"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_suggestion_per_cell", fields=("item", "source_index", "target_index")
                ),
                models.CheckConstraint(name="suggestion_label_s_or_p", condition=Q(label__in=["S", "P"])),
            ],
            "triggers": [
                check_rows(
                    "alignment.Suggestion",
                    """
    IF NOT EXISTS (
        SELECT 1 FROM alignment_sentencepair pair
        WHERE pair.item_id = NEW.item_id AND NEW.source_index < cardinality(pair.source_tokens)
        AND NEW.target_index < cardinality(pair.target_tokens)
    ) THEN
        RAISE EXCEPTION 'token index out of range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
""",
                    name="indices_in_range",
                ),
            ],
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
