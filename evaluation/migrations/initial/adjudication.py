"""Differences between judgements, and adjudicators' decisions."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.history import with_history

tables = [
    CreateModel(
        name="JudgementDifference",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="judgement_difference",
                ),
            ),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "judging_round",
                models.ForeignKey(
                    "evaluation.JudgingRound", on_delete=models.PROTECT, related_name="differences", db_index=False
                ),
            ),
            ("lowest_f1", models.FloatField(null=True)),
            ("score_gap", models.FloatField(null=True)),
            ("labels_differ", models.BooleanField(default=False)),
            ("strength", models.FloatField()),
            ("is_decided", models.BooleanField(default=False)),
        ],
        options={
            "indexes": [
                models.Index(name="differences_worst_first", fields=["project", "is_decided", "-strength", "item"]),
                models.Index(
                    name="differences_in_a_round", fields=["judging_round", "is_decided", "-strength", "item"]
                ),
            ],
        },
    ),
    *with_history(
        "evaluation",
        CreateModel(
            name="JudgementAdjudication",
            fields=[
                ("version", models.PositiveIntegerField(default=0)),
                ("note", models.CharField(max_length=2000, blank=True)),
                ("is_done", models.BooleanField(default=False)),
                ("decided_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("decided_at", models.DateTimeField(auto_now=True)),
                (
                    "item",
                    models.OneToOneField(
                        "projects.Item",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="judgement_adjudication",
                    ),
                ),
                (
                    "answers",
                    models.JSONField(help_text="One for each question; null while open, −1 for “cannot judge”."),
                ),
                (
                    "spans",
                    models.JSONField(default=list, help_text="Of each output, where the method marks error spans."),
                ),
            ],
            options={"ordering": ["item"]},
        ),
    ),
]
