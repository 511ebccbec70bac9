"""Settings of an evaluation project."""

from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.history import with_history

tables = [
    *with_history(
        "evaluation",
        CreateModel(
            name="EvaluationSettings",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="evaluation",
                    ),
                ),
                ("source_language", models.CharField(max_length=35)),
                ("target_language", models.CharField(max_length=35)),
            ],
            options={
                "verbose_name_plural": "evaluation settings",
            },
        ),
    ),
]
