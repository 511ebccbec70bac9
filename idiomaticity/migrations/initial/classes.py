"""Compound classes: experts, their judgements, and adjudication."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history

tables = [
    *with_history(
        "idiomaticity",
        CreateModel(
            name="ClassExpert",
            fields=[
                (
                    "membership",
                    models.OneToOneField(
                        "projects.Membership",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="class_expert",
                    ),
                ),
                ("is_asked", models.BooleanField(default=True)),
                ("named_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("named_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["membership"],
            },
        ),
    ),
    *with_history(
        "idiomaticity",
        CreateModel(
            name="ClassJudgement",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "compound",
                    models.ForeignKey(
                        "idiomaticity.Compound",
                        on_delete=models.PROTECT,
                        related_name="class_judgements",
                        db_index=False,
                    ),
                ),
                (
                    "expert",
                    models.ForeignKey("idiomaticity.ClassExpert", on_delete=models.PROTECT, related_name="judgements"),
                ),
                (
                    "compound_class",
                    models.CharField(
                        max_length=2,
                        choices=[("C", "compositional"), ("PC", "partly compositional"), ("NC", "idiomatic")],
                    ),
                ),
                ("judged_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["compound", "expert"],
                "constraints": [
                    models.UniqueConstraint(name="one_class_per_expert", fields=("compound", "expert")),
                    models.CheckConstraint(
                        name="judged_class_known", condition=Q(compound_class__in=["C", "PC", "NC"])
                    ),
                ],
            },
        ),
    ),
    *with_history(
        "idiomaticity",
        CreateModel(
            name="CompoundAdjudication",
            fields=[
                (
                    "compound",
                    models.OneToOneField(
                        "idiomaticity.Compound",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="adjudication",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "decided_class",
                    models.CharField(
                        max_length=2,
                        blank=True,
                        choices=[("C", "compositional"), ("PC", "partly compositional"), ("NC", "idiomatic")],
                    ),
                ),
                ("note", models.CharField(max_length=2000, blank=True)),
                ("is_done", models.BooleanField(default=False)),
                ("decided_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("decided_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["compound"],
                "constraints": [
                    models.CheckConstraint(
                        name="decided_class_known", condition=Q(decided_class__in=["", "C", "PC", "NC"])
                    ),
                ],
            },
        ),
    ),
]
