"""Questionnaires about raters, and their sealed answers."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history

tables = [
    *with_history(
        "idiomaticity",
        CreateModel(
            name="Questionnaire",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="questionnaire",
                    ),
                ),
                ("questions", models.JSONField(default=list, blank=True)),
                (
                    "moment",
                    models.CharField(
                        max_length=5,
                        default="start",
                        choices=[("start", "Before the first item"), ("end", "After the last item")],
                    ),
                ),
                ("asks_annotators", models.BooleanField(default=False)),
                ("debriefing", models.TextField(max_length=20000, blank=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(name="moment_known", condition=Q(moment__in=["start", "end"])),
                ],
            },
        ),
    ),
    CreateModel(
        name="SealedAnswers",
        fields=[
            (
                "membership",
                models.OneToOneField(
                    "projects.Membership",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="sealed_answers",
                ),
            ),
            ("sealed", models.TextField()),
            ("answered_at", models.DateTimeField(auto_now_add=True)),
        ],
    ),
]
