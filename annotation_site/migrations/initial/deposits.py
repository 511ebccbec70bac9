"""Deposits of releases."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="Deposit",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("release", models.OneToOneField("projects.Release", on_delete=models.PROTECT, related_name="deposit")),
            (
                "software",
                models.CharField(
                    max_length=10,
                    choices=[("invenio", "Zenodo or another InvenioRDM"), ("dataverse", "Dataverse")],
                ),
            ),
            ("address", models.CharField(max_length=200, help_text="Of the repository, such as https://zenodo.org.")),
            ("record", models.CharField(max_length=200, blank=True, help_text="By which the repository knows it.")),
            (
                "state",
                models.CharField(
                    max_length=10,
                    default="begun",
                    choices=[
                        ("begun", "Begun"),
                        ("draft", "Draft"),
                        ("publishing", "Being published"),
                        ("published", "Published"),
                    ],
                ),
            ),
            ("doi", models.CharField(max_length=200, blank=True)),
            ("url", models.CharField(max_length=500, blank=True, help_text="Page of the record or draft.")),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.CheckConstraint(
                    name="deposit_has_its_record",
                    condition=Q(state="begun", record="") | ~Q(state="begun") & ~Q(record=""),
                ),
                models.CheckConstraint(name="published_deposit_has_page", condition=~Q(state="published") | ~Q(url="")),
            ],
        },
    ),
]
