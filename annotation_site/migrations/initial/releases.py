"""Releases."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="Release",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="releases", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField()),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="release")),
            ("note", models.CharField(max_length=300, blank=True)),
            ("file", models.FileField(max_length=300, upload_to="releases")),
            ("file_name", models.CharField(max_length=160)),
            ("size", models.PositiveBigIntegerField()),
            ("sha256", models.CharField(max_length=64)),
            ("manifest", models.JSONField()),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["project", "-number"],
            "constraints": [
                models.UniqueConstraint(name="release_number_unique_in_project", fields=("project", "number")),
            ],
            "triggers": [
                refuse_changes("projects.Release", name="immutable"),
            ],
        },
    ),
]
