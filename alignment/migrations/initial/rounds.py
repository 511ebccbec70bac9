"""Reconciliation rounds, their pairs, readings and counts."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="ReconciliationRound",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="reconciliation_rounds", db_index=False
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("state", models.CharField(max_length=6, default="open", choices=[("open", "Open"), ("closed", "Closed")])),
            ("note", models.CharField(max_length=300, blank=True)),
            (
                "least_share",
                models.FloatField(
                    default=0.0, help_text="Pairs with at least this share of disputed cells were taken."
                ),
            ),
            ("opened_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("opened_at", models.DateTimeField(auto_now_add=True)),
            (
                "closed_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            ("closed_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["project", "-number"],
            "constraints": [
                models.UniqueConstraint(name="round_number_unique_in_project", fields=("project", "number")),
                models.UniqueConstraint(
                    name="one_open_round_per_project", fields=("project",), condition=Q(state="open")
                ),
                models.CheckConstraint(
                    name="closed_round_has_its_time",
                    condition=Q(closed_at=None, state="open") | Q(closed_at__isnull=False, state="closed"),
                ),
            ],
        },
    ),
    CreateModel(
        name="RoundItem",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "round",
                models.ForeignKey(
                    "alignment.ReconciliationRound", on_delete=models.PROTECT, related_name="items", db_index=False
                ),
            ),
            ("item", models.ForeignKey("projects.Item", on_delete=models.PROTECT, related_name="round_items")),
            ("is_open", models.BooleanField(default=True)),
            ("version", models.PositiveIntegerField(default=0)),
            (
                "removed_at",
                models.DateTimeField(null=True, help_text="When a manager removed the pair from the open round."),
            ),
        ],
        options={
            "ordering": ["round", "item"],
            "constraints": [
                models.UniqueConstraint(name="item_once_in_a_round", fields=("round", "item")),
                models.UniqueConstraint(name="item_in_one_open_round", fields=("item",), condition=Q(is_open=True)),
            ],
        },
    ),
    CreateModel(
        name="RoundReading",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "round_item",
                models.ForeignKey(
                    "alignment.RoundItem", on_delete=models.PROTECT, related_name="readings", db_index=False
                ),
            ),
            (
                "assignment",
                models.ForeignKey("projects.Assignment", on_delete=models.PROTECT, related_name="round_readings"),
            ),
            (
                "state",
                models.CharField(
                    max_length=8,
                    default="waiting",
                    choices=[
                        ("waiting", "To review"),
                        ("changing", "Changed, not submitted"),
                        ("kept", "Kept"),
                        ("changed", "Changed"),
                    ],
                ),
            ),
            ("kept_cells", models.JSONField(default=list)),
            ("before", models.ForeignKey("projects.Submission", on_delete=models.PROTECT, related_name="+")),
            ("after", models.ForeignKey("projects.Submission", on_delete=models.PROTECT, null=True, related_name="+")),
            ("settled_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["round_item", "assignment"],
            "constraints": [
                models.UniqueConstraint(name="reading_once_in_a_round", fields=("round_item", "assignment")),
                models.CheckConstraint(
                    name="round_reading_state_known", condition=Q(state__in=["waiting", "changing", "kept", "changed"])
                ),
            ],
        },
    ),
    CreateModel(
        name="RoundComment",
        fields=[
            ("round_item", models.ForeignKey("alignment.RoundItem", on_delete=models.PROTECT, related_name="comments")),
            (
                "comment",
                models.OneToOneField(
                    "projects.Comment",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="in_round",
                ),
            ),
        ],
        options={
            "ordering": ["comment"],
        },
    ),
    CreateModel(
        name="RoundAgreement",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("first_any", models.PositiveIntegerField()),
            ("second_any", models.PositiveIntegerField()),
            ("both_any", models.PositiveIntegerField()),
            ("both_same_label", models.PositiveIntegerField()),
            ("first_sure", models.PositiveIntegerField()),
            ("second_sure", models.PositiveIntegerField()),
            ("both_sure", models.PositiveIntegerField()),
            ("first_possible", models.PositiveIntegerField()),
            ("second_possible", models.PositiveIntegerField()),
            ("both_possible", models.PositiveIntegerField()),
            ("first_unaligned", models.PositiveIntegerField()),
            ("second_unaligned", models.PositiveIntegerField()),
            ("both_unaligned", models.PositiveIntegerField()),
            (
                "sure_possible",
                models.PositiveIntegerField(help_text="Links Sure for the first, Possible for the second."),
            ),
            (
                "possible_sure",
                models.PositiveIntegerField(help_text="Links Possible for the first, Sure for the second."),
            ),
            (
                "round",
                models.ForeignKey(
                    "alignment.ReconciliationRound", on_delete=models.PROTECT, related_name="agreements", db_index=False
                ),
            ),
            ("moment", models.CharField(max_length=6, choices=[("before", "Before"), ("after", "After")])),
            (
                "scope",
                models.CharField(
                    max_length=5, choices=[("round", "Pairs of the round"), ("all", "All pairs both submitted")]
                ),
            ),
            ("first", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            ("second", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            ("pairs", models.PositiveIntegerField()),
        ],
        options={
            "ordering": ["round", "scope", "first", "second", "-moment"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_sum_per_moment_and_annotator_pair", fields=("round", "scope", "moment", "first", "second")
                ),
            ],
            "triggers": [
                refuse_changes("alignment.RoundAgreement", name="kept"),
            ],
        },
    ),
    CreateModel(
        name="RoundChance",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "round",
                models.ForeignKey(
                    "alignment.ReconciliationRound", on_delete=models.PROTECT, related_name="chances", db_index=False
                ),
            ),
            ("moment", models.CharField(max_length=6, choices=[("before", "Before"), ("after", "After")])),
            (
                "scope",
                models.CharField(
                    max_length=5, choices=[("round", "Pairs of the round"), ("all", "All pairs both submitted")]
                ),
            ),
            ("raters", models.PositiveSmallIntegerField()),
            ("pairs", models.BigIntegerField()),
            ("link_items", models.BigIntegerField()),
            ("agreeing", models.BigIntegerField()),
            ("sure_count", models.BigIntegerField()),
            ("possible_count", models.BigIntegerField()),
            ("absent_count", models.BigIntegerField()),
        ],
        options={
            "ordering": ["round", "scope", "raters", "-moment"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_chance_per_moment_and_raters", fields=("round", "scope", "moment", "raters")
                ),
            ],
            "triggers": [
                refuse_changes("alignment.RoundChance", name="kept"),
            ],
        },
    ),
]
