"""Counts from which agreement is summed, by pair and in total."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

tables = [
    CreateModel(
        name="PairAgreement",
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
                "item",
                models.ForeignKey(
                    "projects.Item", on_delete=models.PROTECT, related_name="pair_agreements", db_index=False
                ),
            ),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="pair_agreements", db_index=False
                ),
            ),
            ("first", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            ("second", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            ("target_counts", ArrayField(models.PositiveIntegerField(), null=True)),
            ("day", models.DateField(help_text="Of the later submission, UTC.")),
            (
                "guideline_version",
                models.PositiveIntegerField(
                    null=True, help_text="Both worked by it; 0 before the first version, none where theirs differ."
                ),
            ),
            ("agr", models.FloatField(null=True)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_agreement_per_annotator_pair", fields=("item", "first", "second")),
                models.CheckConstraint(name="annotator_pair_in_order", condition=Q(first__lt=F("second"))),
            ],
            "indexes": [
                models.Index(name="agreements_worst_first", fields=["project", "agr"]),
            ],
        },
    ),
    CreateModel(
        name="ItemAgreement",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="agreement",
                ),
            ),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="item_agreements", db_index=False
                ),
            ),
            ("raters", models.PositiveSmallIntegerField()),
            ("link_items", models.PositiveIntegerField()),
            (
                "agreement_sum",
                models.FloatField(help_text="Sum over link items of the share of agreeing pairs of raters."),
            ),
            ("sure_count", models.PositiveIntegerField()),
            ("possible_count", models.PositiveIntegerField()),
            ("absent_count", models.PositiveIntegerField()),
            ("disagreement_count", models.PositiveIntegerField()),
            ("undecided_count", models.PositiveIntegerField(help_text="Disagreements without a decision yet.")),
            ("disagreement_share", models.FloatField()),
            (
                "is_accepted",
                models.BooleanField(
                    default=False, help_text="Whether the pair, on which all agree, is adjudicated all the same."
                ),
            ),
            (
                "is_ready",
                models.BooleanField(
                    help_text="Whether the pair had all its readings, and was in no open round, when it was counted."
                ),
            ),
        ],
        options={
            "indexes": [
                models.Index(name="disagreements_worst_first", fields=["project", "-disagreement_share", "item"]),
                models.Index(
                    name="disagreements_to_decide",
                    fields=["project", "-disagreement_share", "item"],
                    condition=Q(undecided_count__gt=0),
                ),
                models.Index(
                    name="agreed_to_accept",
                    fields=["project", "item"],
                    condition=Q(disagreement_count=0, is_accepted=False, is_ready=True),
                ),
            ],
        },
    ),
    CreateModel(
        name="ChangedItem",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("item", models.ForeignKey("projects.Item", on_delete=models.CASCADE, related_name="+")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "is_reading",
                models.BooleanField(help_text="Whether readings may have changed, and not decisions or rounds alone."),
            ),
        ],
        options={"indexes": [models.Index(name="changes_to_count", fields=["project", "id"])]},
    ),
    CreateModel(
        name="AgreementTotal",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="agreement_totals", db_index=False
                ),
            ),
            ("first", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            ("second", models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="+")),
            (
                "part",
                models.CharField(
                    max_length=10,
                    choices=[
                        ("all", "All links"),
                        ("target", "Links that touch a target word"),
                        ("day", "Day of the later submission, as a proleptic ordinal"),
                        ("guideline", "Version of the guidelines; 0 before the first, -1 where the two differ"),
                        ("agr", "Twentieth of 0 to 1 in which AGR of the pair falls; 20 is 1 itself"),
                    ],
                ),
            ),
            ("key", models.IntegerField(default=0)),
            ("pairs", models.BigIntegerField(default=0)),
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
                models.UniqueConstraint(
                    name="one_agreement_total", fields=("project", "part", "first", "second", "key")
                ),
                models.CheckConstraint(
                    name="agreement_part_known", condition=Q(part__in=["all", "target", "day", "guideline", "agr"])
                ),
                models.CheckConstraint(name="total_of_annotators_in_order", condition=Q(first__lt=F("second"))),
            ],
        },
    ),
    CreateModel(
        name="ItemAgreementTotal",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="item_agreement_totals", db_index=False
                ),
            ),
            ("raters", models.PositiveSmallIntegerField()),
            ("is_ready", models.BooleanField()),
            ("pairs", models.BigIntegerField(default=0)),
            ("link_items", models.BigIntegerField(default=0)),
            ("agreeing", models.BigIntegerField(default=0)),
            ("sure_count", models.BigIntegerField(default=0)),
            ("possible_count", models.BigIntegerField(default=0)),
            ("absent_count", models.BigIntegerField(default=0)),
            ("disagreement_count", models.BigIntegerField(default=0)),
            ("undecided_count", models.BigIntegerField(default=0)),
            ("pairs_to_decide", models.BigIntegerField(default=0)),
            ("pairs_decided", models.BigIntegerField(default=0)),
            ("pairs_agreed", models.BigIntegerField(default=0)),
            ("pairs_accepted", models.BigIntegerField(default=0)),
            ("changes", models.BigIntegerField(default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_item_agreement_total", fields=("project", "raters", "is_ready")),
            ],
        },
    ),
]
