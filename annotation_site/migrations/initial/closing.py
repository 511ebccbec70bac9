"""The record of erased projects."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="ErasedProject",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("project", models.BigIntegerField(unique=True, help_text="The number that the project had.")),
            ("slug", models.CharField(max_length=60)),
            ("name", models.CharField(max_length=120)),
            ("kind", models.CharField(max_length=20)),
            ("deleted_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("deleted_at", models.DateTimeField()),
            ("begun_at", models.DateTimeField(auto_now_add=True, help_text="When erasing began.")),
            ("counts", models.JSONField(help_text="Rows of each table when erasing began.")),
            (
                "releases",
                models.JSONField(default=list, help_text="Number, date, file name and SHA-256 of each release."),
            ),
        ],
        options={
            "ordering": ["-pk"],
            "triggers": [
                refuse_changes("projects.ErasedProject", name="append_only"),
            ],
        },
    ),
]
