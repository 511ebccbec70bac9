"""Predictors of compositionality, and their values."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="Predictor",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="predictors", db_index=False
                ),
            ),
            ("name", models.CharField(max_length=80)),
            (
                "source",
                models.CharField(
                    max_length=12,
                    choices=[
                        ("vectors", "Vectors of a model"),
                        ("similarities", "Similarities of a model"),
                        ("corpus", "Corpus"),
                        ("translations", "Translations"),
                    ],
                ),
            ),
            ("options", models.JSONField(default=dict)),
            ("files", models.JSONField(default=list, help_text="Name, size and SHA-256.")),
            ("counted", models.JSONField(default=dict, help_text="What the file held, and what it lacks.")),
            ("cells", models.JSONField(default=list)),
            ("ratings", models.PositiveBigIntegerField(default=0, help_text="So many the correlations rest on.")),
            ("cells_with_excluded", models.JSONField(default=list)),
            ("ratings_with_excluded", models.PositiveBigIntegerField(default=0)),
            ("signature", models.TextField(blank=True)),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="predictor")),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("correlated_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="predictor_name_unique_in_project", fields=("project", "name")),
                models.CheckConstraint(name="predictor_has_name", condition=~Q(name="")),
            ],
        },
    ),
    CreateModel(
        name="CompoundPrediction",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "predictor",
                models.ForeignKey(
                    "idiomaticity.Predictor", on_delete=models.CASCADE, related_name="compounds", db_index=False
                ),
            ),
            (
                "compound",
                models.ForeignKey("idiomaticity.Compound", on_delete=models.PROTECT, related_name="predictions"),
            ),
            ("measure", models.CharField(max_length=20)),
            ("value", models.FloatField(null=True)),
            ("reason", models.CharField(max_length=200, blank=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="one_prediction_of_compound", fields=("predictor", "compound", "measure")),
            ],
        },
    ),
    CreateModel(
        name="SentencePrediction",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "predictor",
                models.ForeignKey(
                    "idiomaticity.Predictor", on_delete=models.CASCADE, related_name="sentences", db_index=False
                ),
            ),
            (
                "occurrence",
                models.ForeignKey("idiomaticity.Occurrence", on_delete=models.PROTECT, related_name="predictions"),
            ),
            ("nc_out", models.FloatField(null=True)),
            ("nc_out_comp", models.FloatField(null=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="one_prediction_of_sentence", fields=("predictor", "occurrence")),
            ],
        },
    ),
    CreateModel(
        name="PairPrediction",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "predictor",
                models.ForeignKey(
                    "idiomaticity.Predictor", on_delete=models.CASCADE, related_name="pairs", db_index=False
                ),
            ),
            ("first", models.ForeignKey("idiomaticity.Occurrence", on_delete=models.PROTECT, related_name="+")),
            ("second", models.ForeignKey("idiomaticity.Occurrence", on_delete=models.PROTECT, related_name="+")),
            ("sentence_similarity", models.FloatField(null=True)),
            ("compound_similarity", models.FloatField(null=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="one_prediction_of_pair", fields=("predictor", "first", "second")),
            ],
        },
    ),
]
