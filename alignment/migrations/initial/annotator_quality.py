"""Readings compared with known gold."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="AnnotatorQualityCounts",
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
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="annotator_quality", db_index=False
                ),
            ),
            (
                "annotator",
                models.ForeignKey(
                    "projects.Membership", on_delete=models.PROTECT, related_name="annotator_quality_counts"
                ),
            ),
            (
                "part",
                models.CharField(
                    max_length=8,
                    choices=[
                        ("readings", "Own readings: `first` is the annotator, `second` is nothing"),
                        ("gold", "Against gold of pairs on which nothing is left to decide; `second` is gold"),
                        ("check", "Against known gold of silent checks; `second` is gold"),
                    ],
                ),
            ),
            ("week", models.IntegerField(help_text="Proleptic ordinal of the Monday before it was submitted, UTC.")),
            ("words", models.PositiveIntegerField(help_text="Tokens of both sentences.")),
            (
                "timed_words",
                models.PositiveIntegerField(help_text="The same, where the reading was made here and so has a time."),
            ),
            ("timed_pairs", models.PositiveSmallIntegerField()),
            ("seconds", models.PositiveIntegerField(help_text="Active time.")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_annotator_quality_per_reading", fields=("assignment", "part")),
                models.CheckConstraint(
                    name="annotator_quality_part_known", condition=Q(part__in=["readings", "gold", "check"])
                ),
            ],
        },
    ),
    CreateModel(
        name="AnnotatorQualityTotal",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "annotator",
                models.ForeignKey(
                    "projects.Membership",
                    on_delete=models.PROTECT,
                    related_name="annotator_quality_totals",
                    db_index=False,
                ),
            ),
            (
                "part",
                models.CharField(
                    max_length=8,
                    choices=[
                        ("readings", "Own readings: `first` is the annotator, `second` is nothing"),
                        ("gold", "Against gold of pairs on which nothing is left to decide; `second` is gold"),
                        ("check", "Against known gold of silent checks; `second` is gold"),
                    ],
                ),
            ),
            ("week", models.IntegerField()),
            ("pairs", models.BigIntegerField(default=0)),
            ("words", models.BigIntegerField(default=0)),
            ("timed_words", models.BigIntegerField(default=0)),
            ("timed_pairs", models.BigIntegerField(default=0)),
            ("seconds", models.BigIntegerField(default=0)),
            ("first_any", models.BigIntegerField(default=0)),
            ("second_any", models.BigIntegerField(default=0)),
            ("both_any", models.BigIntegerField(default=0)),
            ("both_same_label", models.BigIntegerField(default=0)),
            ("first_sure", models.BigIntegerField(default=0)),
            ("second_sure", models.BigIntegerField(default=0)),
            ("both_sure", models.BigIntegerField(default=0)),
            ("first_possible", models.BigIntegerField(default=0)),
            ("second_possible", models.BigIntegerField(default=0)),
            ("both_possible", models.BigIntegerField(default=0)),
            ("first_unaligned", models.BigIntegerField(default=0)),
            ("second_unaligned", models.BigIntegerField(default=0)),
            ("both_unaligned", models.BigIntegerField(default=0)),
            ("sure_possible", models.BigIntegerField(default=0)),
            ("possible_sure", models.BigIntegerField(default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_annotator_quality_total", fields=("annotator", "part", "week")),
                models.CheckConstraint(name="total_part_known", condition=Q(part__in=["readings", "gold", "check"])),
            ],
        },
    ),
]
