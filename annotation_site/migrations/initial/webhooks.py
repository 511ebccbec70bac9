"""Webhooks and their deliveries."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.db.models.functions import Now

tables = [
    CreateModel(
        name="Webhook",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="webhooks", db_index=False
                ),
            ),
            ("address", models.CharField(max_length=500)),
            ("events", models.JSONField(default=list)),
            ("secret", models.TextField(help_text="Sealed: the site must be able to read it to sign.")),
            (
                "state",
                models.CharField(
                    max_length=8,
                    default="active",
                    choices=[("active", "Active"), ("paused", "Paused"), ("disabled", "Disabled")],
                ),
            ),
            ("failures", models.PositiveIntegerField(default=0, help_text="Calls in a row that failed.")),
            ("failing_since", models.DateTimeField(null=True)),
            (
                "next_call_at",
                models.DateTimeField(db_default=Now(), help_text="It rests until then after calls that failed."),
            ),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(db_default=Now())),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(name="webhook_address_unique_in_project", fields=("project", "address")),
                models.CheckConstraint(
                    name="webhook_state_known", condition=Q(state__in=["active", "paused", "disabled"])
                ),
            ],
        },
    ),
    CreateModel(
        name="Delivery",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "webhook",
                models.ForeignKey(
                    "projects.Webhook", on_delete=models.CASCADE, related_name="deliveries", db_index=False
                ),
            ),
            (
                "message",
                models.UUIDField(default=uuid4, help_text="By it a receiver recognises what was sent twice."),
            ),
            ("event", models.CharField(max_length=12)),
            ("body", models.TextField()),
            (
                "state",
                models.CharField(
                    max_length=9,
                    default="waiting",
                    choices=[
                        ("waiting", "Waiting"),
                        ("sending", "Being sent"),
                        ("delivered", "Delivered"),
                        ("failed", "Failed"),
                    ],
                ),
            ),
            (
                "attempt",
                models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write."),
            ),
            ("status", models.PositiveSmallIntegerField(null=True, help_text="Of the last answer.")),
            ("error", models.CharField(max_length=300, blank=True)),
            ("created_at", models.DateTimeField(db_default=Now())),
            ("next_try_at", models.DateTimeField(db_default=Now())),
            ("lease_expires_at", models.DateTimeField(null=True)),
            ("finished_at", models.DateTimeField(null=True, help_text="When it was delivered or given up.")),
        ],
        options={
            "ordering": ["-pk"],
            "verbose_name_plural": "deliveries",
            "constraints": [
                models.CheckConstraint(
                    name="delivery_state_known", condition=Q(state__in=["waiting", "sending", "delivered", "failed"])
                ),
            ],
            "indexes": [
                models.Index(name="deliveries_in_order", fields=["webhook", "id"]),
                models.Index(
                    name="deliveries_unsent",
                    fields=["webhook", "attempt", "id"],
                    condition=Q(state__in=["waiting", "sending"]),
                ),
                models.Index(name="deliveries_by_age", fields=["created_at"]),
            ],
        },
    ),
]
