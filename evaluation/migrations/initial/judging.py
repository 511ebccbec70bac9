"""Judging rounds and the judgements of people."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

from annotation_site.migrations.initial.history import with_history
from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    *with_history(
        "evaluation",
        CreateModel(
            name="JudgingRound",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project", on_delete=models.PROTECT, related_name="judging_rounds", db_index=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                (
                    "test_set",
                    models.ForeignKey("evaluation.TestSet", on_delete=models.PROTECT, related_name="judging_rounds"),
                ),
                (
                    "method",
                    models.CharField(
                        max_length=10,
                        choices=[
                            ("score", "Scores from 1 to 5"),
                            ("percent", "Scores from 0 to 100"),
                            ("preference", "Pairwise comparison"),
                            ("esa", "Error spans with scores (ESA)"),
                            ("mqm", "Error spans with categories (MQM)"),
                            ("expression", "Error spans of expressions"),
                        ],
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        max_length=10,
                        choices=[("expression", "Marked expressions"), ("segment", "Whole segments")],
                        default="expression",
                    ),
                ),
                ("wording", models.JSONField()),
                ("required_count", models.PositiveSmallIntegerField()),
                (
                    "repeat_share",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Per cent of the tasks that are asked twice."
                    ),
                ),
                (
                    "attention_share",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Per cent of the tasks of which there is an attention item."
                    ),
                ),
                (
                    "hides_reference",
                    models.BooleanField(default=False, help_text="The reference is judged like an output."),
                ),
                ("seed", models.PositiveIntegerField()),
                ("task_count", models.PositiveIntegerField(default=0)),
                (
                    "state",
                    models.CharField(max_length=6, default="open", choices=[("open", "Open"), ("closed", "Closed")]),
                ),
                ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("translations", models.ManyToManyField("evaluation.Translation", related_name="judging_rounds")),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(name="judging_round_number_unique", fields=("project", "number")),
                    models.CheckConstraint(
                        name="method_known",
                        condition=Q(method__in=["score", "percent", "preference", "esa", "mqm", "expression"]),
                    ),
                    models.CheckConstraint(name="scope_known", condition=Q(scope__in=["expression", "segment"])),
                    models.CheckConstraint(name="required_1_50", condition=Q(required_count__range=(1, 50))),
                    models.CheckConstraint(name="repeat_share_per_cent", condition=Q(repeat_share__range=(0, 100))),
                    models.CheckConstraint(
                        name="attention_share_per_cent", condition=Q(attention_share__range=(0, 100))
                    ),
                ],
            },
        ),
    ),
    CreateModel(
        name="JudgementTask",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="judgement_task",
                ),
            ),
            (
                "judging_round",
                models.ForeignKey(
                    "evaluation.JudgingRound", on_delete=models.PROTECT, related_name="tasks", db_index=False
                ),
            ),
            ("segment", models.PositiveIntegerField(help_text="Its number in the test set.")),
            ("position", models.PositiveSmallIntegerField(help_text="Of the expression among the segment's, from 0.")),
            ("label", models.CharField(max_length=300, blank=True, help_text="Empty for a whole segment.")),
            ("source", models.TextField()),
            ("source_spans", models.JSONField(default=list)),
            ("reference", models.TextField(blank=True)),
            ("reference_spans", models.JSONField(default=list)),
            (
                "context_before",
                ArrayField(models.TextField(), default=list, help_text="Preceding sentences of the source."),
            ),
            (
                "context_after",
                ArrayField(models.TextField(), default=list, help_text="Following sentences of the source."),
            ),
            ("outputs", models.JSONField(help_text="Each text once, with the ids of the systems that put it out.")),
            (
                "repeats",
                models.ForeignKey(
                    "evaluation.JudgementTask", on_delete=models.PROTECT, null=True, related_name="repetitions"
                ),
            ),
            (
                "degraded_output",
                models.PositiveSmallIntegerField(null=True, help_text="Its place among the outputs."),
            ),
            ("degraded_start", models.PositiveIntegerField(null=True, help_text="In code points of the output.")),
            ("degraded_end", models.PositiveIntegerField(null=True, help_text="Excluded.")),
        ],
        options={
            "ordering": ["item"],
            "constraints": [
                models.CheckConstraint(
                    name="attention_item_whole",
                    condition=Q(degraded_output=None, degraded_start=None, degraded_end=None)
                    | Q(
                        degraded_output__isnull=False,
                        degraded_start__isnull=False,
                        degraded_end__isnull=False,
                        degraded_start__lt=F("degraded_end"),
                        repeats__isnull=False,
                    ),
                ),
            ],
            "indexes": [
                models.Index(name="tasks_by_segment", fields=["judging_round", "segment"]),
            ],
            "triggers": [
                refuse_changes("evaluation.JudgementTask", name="fixed"),
            ],
        },
    ),
    CreateModel(
        name="ShownOrder",
        fields=[
            (
                "assignment",
                models.OneToOneField(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="shown_order",
                ),
            ),
            (
                "places",
                ArrayField(models.PositiveSmallIntegerField(), help_text="Of the task's outputs, first shown first."),
            ),
        ],
        options={
            "triggers": [
                refuse_changes("evaluation.ShownOrder", name="fixed"),
            ],
        },
    ),
    CreateModel(
        name="OutputJudgement",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="output_judgements", db_index=False
                ),
            ),
            (
                "output",
                models.PositiveSmallIntegerField(
                    help_text="Its place among the task's outputs, whatever was shown first."
                ),
            ),
            ("value", models.FloatField()),
        ],
        options={
            "ordering": ["assignment", "output"],
            "constraints": [
                models.UniqueConstraint(name="output_judged_once", fields=("assignment", "output")),
                models.CheckConstraint(name="judgement_in_range", condition=Q(value__range=(-1, 2500))),
            ],
        },
    ),
    CreateModel(
        name="MarkedSpan",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="marked_spans", db_index=False
                ),
            ),
            (
                "output",
                models.PositiveSmallIntegerField(
                    help_text="Its place among the task's outputs, whatever was shown first."
                ),
            ),
            ("side", models.CharField(max_length=6, choices=[("target", "target"), ("source", "source")])),
            ("start", models.PositiveIntegerField(help_text="In code points of the output, or of the source.")),
            ("end", models.PositiveIntegerField(help_text="Excluded.")),
            ("category", models.CharField(max_length=60)),
            (
                "severity",
                models.CharField(
                    max_length=7, choices=[("neutral", "neutral"), ("minor", "minor"), ("major", "major")]
                ),
            ),
        ],
        options={
            "ordering": ["assignment", "output", "side", "start", "end", "category"],
            "constraints": [
                models.UniqueConstraint(
                    name="span_marked_once", fields=("assignment", "output", "side", "start", "end", "category")
                ),
                models.CheckConstraint(name="span_not_empty", condition=Q(start__lt=F("end"))),
                models.CheckConstraint(name="span_side_known", condition=Q(side__in=["target", "source"])),
                models.CheckConstraint(
                    name="span_severity_known", condition=Q(severity__in=["neutral", "minor", "major"])
                ),
            ],
        },
    ),
]
