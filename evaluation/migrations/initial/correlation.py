"""Human scores and preferences, and how measures follow them."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="HumanStudy",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey(
                    "evaluation.TestSet", on_delete=models.PROTECT, related_name="studies", db_index=False
                ),
            ),
            ("name", models.CharField(max_length=120)),
            ("upload", models.ForeignKey("projects.Upload", on_delete=models.PROTECT, related_name="+")),
            (
                "method",
                models.CharField(
                    max_length=10, default="score", choices=[("score", "Scores"), ("preference", "Preferences")]
                ),
            ),
            ("judgement_count", models.PositiveIntegerField()),
            (
                "expressions_sha256",
                models.CharField(
                    max_length=64,
                    blank=True,
                    help_text="Of the marked expressions when the study was imported.",
                ),
            ),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="human_study")),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "verbose_name_plural": "human studies",
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="study_name_unique_in_test_set", fields=("test_set", "name")),
            ],
        },
    ),
    CreateModel(
        name="StudyScore",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "study",
                models.ForeignKey(
                    "evaluation.HumanStudy", on_delete=models.CASCADE, related_name="scores", db_index=False
                ),
            ),
            ("segment", models.PositiveIntegerField()),
            ("system", models.ForeignKey("evaluation.System", on_delete=models.PROTECT, related_name="+")),
            ("annotator", models.CharField(max_length=80)),
            ("score", models.FloatField()),
            (
                "expression",
                models.PositiveSmallIntegerField(null=True, help_text="Its place in the segment; null: of the whole."),
            ),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(
                    name="study_score_once",
                    fields=("study", "segment", "system", "annotator", "expression"),
                    nulls_distinct=False,
                ),
            ],
        },
    ),
    CreateModel(
        name="StudyPreference",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("study", models.ForeignKey("evaluation.HumanStudy", on_delete=models.CASCADE, related_name="preferences")),
            ("segment", models.PositiveIntegerField()),
            ("first", models.ForeignKey("evaluation.System", on_delete=models.PROTECT, related_name="+")),
            ("second", models.ForeignKey("evaluation.System", on_delete=models.PROTECT, related_name="+")),
            ("annotator", models.CharField(max_length=80, blank=True)),
            (
                "expression",
                models.PositiveSmallIntegerField(null=True, help_text="Its place in the segment; null: of the whole."),
            ),
            ("verdict", models.PositiveSmallIntegerField(help_text="1: the first, 2: both alike, 3: the second.")),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.CheckConstraint(name="study_verdict_1_3", condition=Q(verdict__range=(1, 3))),
                models.CheckConstraint(name="study_verdict_on_two", condition=~Q(first=F("second"))),
            ],
        },
    ),
    CreateModel(
        name="Correlation",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey("evaluation.TestSet", on_delete=models.PROTECT, related_name="correlations"),
            ),
            (
                "judging_round",
                models.ForeignKey(
                    "evaluation.JudgingRound", on_delete=models.PROTECT, null=True, related_name="correlations"
                ),
            ),
            (
                "study",
                models.ForeignKey(
                    "evaluation.HumanStudy", on_delete=models.PROTECT, null=True, related_name="correlations"
                ),
            ),
            (
                "state",
                models.CharField(max_length=64, help_text="Hash of the judgements and scores it was computed from."),
            ),
            ("result", models.JSONField()),
            ("signature", models.TextField()),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="correlation")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.CheckConstraint(
                    name="correlation_of_round_or_study",
                    condition=Q(judging_round=None, study__isnull=False) | Q(judging_round__isnull=False, study=None),
                ),
            ],
            "triggers": [
                refuse_changes("evaluation.Correlation", name="immutable"),
            ],
        },
    ),
]
