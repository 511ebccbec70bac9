"""The records of deleted parts of projects and of erased projects."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="Deletion",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="deletions", db_index=False
                ),
            ),
            ("job", models.ForeignKey("projects.Job", on_delete=models.PROTECT, related_name="deletions")),
            (
                "part",
                models.CharField(max_length=40, help_text="The kind of part, as its page names it in its address."),
            ),
            ("key", models.BigIntegerField(help_text="The number that the part had.")),
            ("name", models.CharField(max_length=300)),
            ("counts", models.JSONField(help_text="Number of rows, by what people call them.")),
            (
                "releases",
                models.JSONField(default=list, help_text="Numbers of the releases that hold it: it is never erased."),
            ),
            ("file", models.FileField(upload_to="deleted", max_length=300, blank=True)),
            ("size", models.PositiveBigIntegerField()),
            ("sha256", models.CharField(max_length=64)),
            ("deleted_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("deleted_at", models.DateTimeField(auto_now_add=True)),
            (
                "restored_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            ("restored_at", models.DateTimeField(null=True)),
            ("erased_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.CheckConstraint(
                    name="deletion_restored_or_erased",
                    condition=Q(restored_at=None, restored_by=None)
                    | Q(restored_at__isnull=False, restored_by__isnull=False, erased_at=None),
                ),
            ],
            "indexes": [models.Index(name="deletions_of_project", fields=["project", "-id"])],
        },
    ),
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
