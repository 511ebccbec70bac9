"""Screening settings, and items whose rating is known."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="ScreeningSettings",
        fields=[
            (
                "project",
                models.OneToOneField(
                    "projects.Project",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="screening",
                ),
            ),
            ("attention_share", models.PositiveSmallIntegerField(default=10, validators=[MaxValueValidator(50)])),
            (
                "pass_mark",
                models.PositiveSmallIntegerField(default=70, validators=[MinValueValidator(1), MaxValueValidator(100)]),
            ),
        ],
        options={
            "verbose_name_plural": "screening settings",
            "constraints": [
                models.CheckConstraint(name="attention_share_0_50", condition=Q(attention_share__range=(0, 50))),
                models.CheckConstraint(name="pass_mark_1_100", condition=Q(pass_mark__range=(1, 100))),
            ],
        },
    ),
    CreateModel(
        name="KnownRating",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("project", models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="known_ratings")),
            ("item", models.OneToOneField("projects.Item", on_delete=models.PROTECT, related_name="known_rating")),
            (
                "use",
                models.CharField(
                    max_length=13,
                    choices=[("attention", "Attention"), ("tutorial", "Tutorial"), ("qualification", "Qualification")],
                ),
            ),
            ("expected", models.JSONField()),
            ("explanation", models.CharField(max_length=600, blank=True)),
            ("added_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("added_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.CheckConstraint(
                    name="use_known", condition=Q(use__in=["attention", "tutorial", "qualification"])
                ),
                models.CheckConstraint(name="something_expected", condition=~Q(expected={})),
            ],
        },
    ),
]
