"""Crowds: the open link, consent, and workers."""

import uuid
from decimal import Decimal

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history
from idiomaticity.crowd.codes import new_link_key

tables = [
    *with_history(
        "idiomaticity",
        CreateModel(
            name="CrowdCall",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="crowd_call",
                    ),
                ),
                ("key", models.CharField(max_length=43, unique=True, default=new_link_key, editable=False)),
                ("is_open", models.BooleanField(default=False)),
                ("worker_parameter", models.CharField(max_length=40, blank=True)),
                ("session_parameter", models.CharField(max_length=40, blank=True)),
                ("other_parameters", ArrayField(models.CharField(max_length=40), default=list, blank=True)),
                ("forget_on", models.DateField(null=True, blank=True)),
                ("completed_url", models.CharField(max_length=500, blank=True)),
                ("screened_out_url", models.CharField(max_length=500, blank=True)),
                ("full_url", models.CharField(max_length=500, blank=True)),
                ("payment", models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))),
                ("currency", models.CharField(max_length=3, blank=True)),
                ("visit_count", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "limit_each",
                    models.PositiveSmallIntegerField(
                        default=25, validators=[MinValueValidator(1), MaxValueValidator(5000)]
                    ),
                ),
                (
                    "most_people",
                    models.PositiveIntegerField(
                        default=500, validators=[MinValueValidator(1), MaxValueValidator(10000)]
                    ),
                ),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(
                        default=1, db_default=1, validators=[MinValueValidator(1), MaxValueValidator(3)]
                    ),
                ),
                (
                    "lists",
                    models.CharField(
                        max_length=8,
                        blank=True,
                        default="",
                        choices=[
                            ("", "No lists: the items that need ratings most"),
                            ("apart", "Lists with each compound once"),
                            ("together", "Lists with all sentences of a compound"),
                        ],
                    ),
                ),
                (
                    "groups",
                    models.PositiveSmallIntegerField(
                        default=1,
                        choices=[
                            (1, "Each participant rates sentences and compounds"),
                            (2, "Each participant rates either sentences or compounds"),
                        ],
                    ),
                ),
                ("repeats", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(name="attempts_in_range", condition=Q(attempts__range=(1, 3))),
                    models.CheckConstraint(name="limit_each_in_range", condition=Q(limit_each__range=(1, 5000))),
                    models.CheckConstraint(name="most_people_in_range", condition=Q(most_people__range=(1, 10000))),
                    models.CheckConstraint(
                        name="kind_of_lists_known", condition=Q(lists__in=["", "apart", "together"])
                    ),
                    models.CheckConstraint(name="one_group_or_two", condition=Q(groups__in=[1, 2])),
                    models.CheckConstraint(name="repeats_in_lists", condition=Q(repeats=0) | ~Q(lists="")),
                ],
            },
        ),
        exclude=["visit_count"],
    ),
    CreateModel(
        name="ConsentText",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "call",
                models.ForeignKey(
                    "idiomaticity.CrowdCall", on_delete=models.PROTECT, related_name="consents", db_index=False
                ),
            ),
            ("version", models.PositiveSmallIntegerField()),
            ("text", models.TextField(max_length=20000)),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-version"],
            "constraints": [
                models.UniqueConstraint(name="one_consent_per_version", fields=("call", "version")),
                models.CheckConstraint(name="consent_not_empty", condition=~Q(text="")),
            ],
        },
    ),
    CreateModel(
        name="CrowdWorker",
        fields=[
            (
                "membership",
                models.OneToOneField(
                    "projects.Membership",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="crowd_worker",
                ),
            ),
            ("call", models.ForeignKey("idiomaticity.CrowdCall", on_delete=models.PROTECT, related_name="workers")),
            ("worker_digest", models.CharField(max_length=64, blank=True, editable=False)),
            ("session_digest", models.CharField(max_length=64, blank=True, editable=False)),
            ("entry_id", models.UUIDField(unique=True, default=uuid.uuid4, editable=False)),
            ("consent", models.ForeignKey("idiomaticity.ConsentText", on_delete=models.PROTECT, related_name="+")),
            ("consented_at", models.DateTimeField(auto_now_add=True)),
            ("is_qualified", models.BooleanField(null=True)),
            ("right_count", models.PositiveSmallIntegerField(default=0)),
            ("asked_count", models.PositiveSmallIntegerField(default=0)),
            (
                "missed_count",
                models.PositiveSmallIntegerField(default=0, db_default=0, help_text="Failed attempts."),
            ),
            ("reserved_count", models.PositiveSmallIntegerField(default=0, db_default=0)),
            ("reserved_until", models.DateTimeField(null=True)),
            ("completed_at", models.DateTimeField(null=True)),
            ("completion_code", models.CharField(max_length=20, blank=True)),
            (
                "approval",
                models.CharField(
                    max_length=8, blank=True, choices=[("approved", "Approved"), ("rejected", "Rejected")]
                ),
            ),
            ("bonus", models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(
                    name="worker_id_once_in_crowd", fields=("call", "worker_digest"), condition=~Q(worker_digest="")
                ),
                models.UniqueConstraint(
                    name="completion_code_unique", fields=("completion_code",), condition=~Q(completion_code="")
                ),
                models.CheckConstraint(
                    name="code_when_completed",
                    condition=Q(completed_at=None, completion_code="")
                    | (Q(completed_at__isnull=False) & ~Q(completion_code="")),
                ),
                models.CheckConstraint(name="approval_known", condition=Q(approval__in=["", "approved", "rejected"])),
                models.CheckConstraint(name="bonus_not_negative", condition=Q(bonus__gte=0)),
            ],
        },
    ),
    CreateModel(
        name="SealedParameters",
        fields=[
            (
                "worker",
                models.OneToOneField(
                    "idiomaticity.CrowdWorker",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="sealed_parameters",
                ),
            ),
            ("sealed", models.TextField()),
        ],
    ),
]
