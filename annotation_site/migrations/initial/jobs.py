"""Uploads, jobs and workers."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from annotation_site.jobs.models import job_attempts

tables = [
    CreateModel(
        name="Upload",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("project", models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="uploads")),
            ("uploaded_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("file", models.FileField(max_length=300, upload_to="uploads/%Y/%m")),
            ("name", models.CharField(max_length=255)),
            ("size", models.PositiveBigIntegerField()),
            ("sha256", models.CharField(max_length=64)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
        },
    ),
    CreateModel(
        name="Job",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="jobs", db_index=False),
            ),
            ("kind", models.CharField(max_length=40)),
            (
                "requested_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="jobs"),
            ),
            (
                "cancelled_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            (
                "uploads",
                models.ManyToManyField(
                    "projects.Upload", related_name="jobs", help_text="Files that it reads or made."
                ),
            ),
            ("idempotency_key", models.CharField(max_length=120)),
            ("parameters", models.JSONField(default=dict)),
            (
                "state",
                models.CharField(
                    max_length=10,
                    default="queued",
                    choices=[
                        ("queued", "Waiting"),
                        ("running", "Running"),
                        ("succeeded", "Done"),
                        ("failed", "Failed"),
                        ("cancelled", "Cancelled"),
                        ("taken_back", "Taken back"),
                    ],
                ),
            ),
            ("done", models.PositiveBigIntegerField(default=0)),
            ("total", models.PositiveBigIntegerField(null=True)),
            (
                "attempt",
                models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write."),
            ),
            ("attempt_limit", models.PositiveSmallIntegerField(default=job_attempts)),
            ("lease_expires_at", models.DateTimeField(null=True)),
            ("error", models.TextField(blank=True)),
            ("result", models.JSONField(default=dict)),
            ("created_at", models.DateTimeField(default=timezone.now)),
            ("rung_at", models.DateTimeField(db_default=Now(), help_text="When the broker was last told of it.")),
            ("started_at", models.DateTimeField(null=True)),
            ("finished_at", models.DateTimeField(null=True)),
            ("dismissed_at", models.DateTimeField(null=True, help_text="When somebody took note of its failure.")),
            (
                "web_request",
                models.CharField(
                    blank=True, max_length=64, help_text="The id of the request that started it, for logs."
                ),
            ),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="job_asked_once", fields=("project", "kind", "idempotency_key")),
            ],
            "indexes": [
                models.Index(
                    name="jobs_unfinished",
                    fields=["state", "lease_expires_at"],
                    condition=Q(state__in=["queued", "running"]),
                ),
                models.Index(name="jobs_of_project", fields=["project", "-id"]),
                models.Index(name="jobs_finished", fields=["finished_at"]),
            ],
        },
    ),
    CreateModel(
        name="WorkerSighting",
        fields=[
            ("name", models.CharField(primary_key=True, max_length=200, serialize=False)),
            ("processes", models.PositiveSmallIntegerField()),
            ("seen_at", models.DateTimeField()),
        ],
        options={
            "ordering": ["name"],
        },
    ),
]
