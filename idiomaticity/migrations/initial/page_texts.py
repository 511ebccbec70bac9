"""Texts of a study's pages."""

from django.db import models
from django.db.migrations.operations import CreateModel

tables = [
    CreateModel(
        name="PageTexts",
        fields=[
            (
                "project",
                models.OneToOneField(
                    "projects.Project",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="page_texts",
                ),
            ),
            ("language", models.CharField(max_length=10, blank=True)),
            ("own", models.JSONField(default=dict)),
        ],
    ),
]
