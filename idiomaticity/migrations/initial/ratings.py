"""Ratings and paraphrases of annotators."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="Rating",
        fields=[
            (
                "assignment",
                models.OneToOneField(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="rating",
                ),
            ),
            ("head", models.SmallIntegerField(null=True, validators=[MinValueValidator(-1), MaxValueValidator(100)])),
            (
                "modifier",
                models.SmallIntegerField(null=True, validators=[MinValueValidator(-1), MaxValueValidator(100)]),
            ),
            ("whole", models.SmallIntegerField(null=True, validators=[MinValueValidator(-1), MaxValueValidator(100)])),
            ("extra", models.JSONField(default=dict, blank=True)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(
                    name=f"{name}_score_in_range", condition=Q(**{name: None}) | Q(**{f"{name}__range": (-1, 100)})
                )
                for name in ("head", "modifier", "whole")
            ],
        },
    ),
    CreateModel(
        name="Paraphrase",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="paraphrases", db_index=False
                ),
            ),
            ("position", models.PositiveSmallIntegerField()),
            ("text", models.CharField(max_length=200)),
            ("normalised", models.CharField(max_length=250)),
        ],
        options={
            "ordering": ["assignment", "position"],
            "constraints": [
                models.UniqueConstraint(name="one_paraphrase_per_position", fields=("assignment", "position")),
                models.UniqueConstraint(name="paraphrase_given_once", fields=("assignment", "normalised")),
                models.CheckConstraint(name="three_paraphrases_at_most", condition=Q(position__range=(1, 3))),
                models.CheckConstraint(name="paraphrase_not_empty", condition=~Q(normalised="")),
            ],
        },
    ),
]
