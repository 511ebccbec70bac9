"""Outgoing mail."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.db.models.functions import Now

tables = [
    CreateModel(
        name="Mail",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "recipient",
                models.ForeignKey(
                    settings.AUTH_USER_MODEL,
                    on_delete=models.CASCADE,
                    null=True,
                    related_name="+",
                    help_text="Whose address it is.",
                ),
            ),
            ("address", models.EmailField(max_length=254)),
            ("subject", models.CharField(max_length=300)),
            ("content", models.JSONField(default=dict)),
            (
                "state",
                models.CharField(
                    max_length=7,
                    default="waiting",
                    choices=[
                        ("waiting", "Waiting"),
                        ("sending", "Being sent"),
                        ("sent", "Sent"),
                        ("failed", "Failed"),
                    ],
                ),
            ),
            (
                "attempt",
                models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write."),
            ),
            ("error", models.CharField(max_length=500, blank=True)),
            ("created_at", models.DateTimeField(db_default=Now())),
            ("next_try_at", models.DateTimeField(db_default=Now())),
            ("lease_expires_at", models.DateTimeField(null=True)),
            ("finished_at", models.DateTimeField(null=True, help_text="When it was sent or given up.")),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.CheckConstraint(
                    name="mail_state_known", condition=Q(state__in=["waiting", "sending", "sent", "failed"])
                ),
            ],
            "indexes": [
                models.Index(
                    name="mail_unsent",
                    fields=["attempt", "id"],
                    condition=Q(state__in=["waiting", "sending"]),
                ),
                models.Index(name="mail_finished", fields=["finished_at"]),
            ],
        },
    ),
]
