"""Exclusions of members."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

tables = [
    CreateModel(
        name="Exclusion",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "membership",
                models.ForeignKey("projects.Membership", on_delete=models.PROTECT, related_name="exclusions"),
            ),
            ("reason", models.CharField(max_length=500)),
            ("by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("at", models.DateTimeField(auto_now_add=True)),
            ("lifted_at", models.DateTimeField(null=True)),
            (
                "lifted_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(
                    name="excluded_once_at_a_time", fields=("membership",), condition=Q(lifted_at=None)
                ),
                models.CheckConstraint(name="exclusion_has_reason", condition=~Q(reason="")),
                models.CheckConstraint(
                    name="lifted_by_somebody",
                    condition=Q(lifted_at=None, lifted_by=None)
                    | Q(lifted_at__gte=F("at"), lifted_at__isnull=False, lifted_by__isnull=False),
                ),
            ],
        },
    ),
]
