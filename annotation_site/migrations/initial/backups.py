"""Backups that were made or failed."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models.functions import Now

tables = [
    CreateModel(
        name="Backup",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("made_at", models.DateTimeField(db_default=Now())),
            ("folder", models.CharField(max_length=1000)),
            ("size", models.PositiveBigIntegerField(default=0, help_text="In bytes.")),
            ("error", models.CharField(max_length=1000, blank=True)),
        ],
        options={
            "ordering": ["-made_at"],
            "indexes": [models.Index(name="backups_made", fields=["-made_at"])],
        },
    ),
]
