"""The record of what operators did to accounts."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="AccountAct",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("actor", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            (
                "person",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="account_acts"),
            ),
            (
                "kind",
                models.CharField(
                    max_length=20,
                    choices=[
                        ("deactivate", "Deactivated"),
                        ("reactivate", "Reactivated"),
                        ("reset_second_factor", "Second factor reset"),
                        ("export", "Data exported"),
                        ("pseudonymise", "Pseudonymised"),
                        ("set_quota", "Quota changed"),
                    ],
                ),
            ),
            ("payload", models.JSONField(default=dict)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "triggers": [
                refuse_changes("projects.AccountAct", name="append_only"),
            ],
        },
    ),
]
