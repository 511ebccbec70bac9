"""Decisions of adjudicators, and the queue they come from."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history

tables = [
    CreateModel(
        name="Acceptance",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="acceptances", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField()),
            ("pairs", models.PositiveIntegerField()),
            ("accepted_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("accepted_at", models.DateTimeField(auto_now_add=True)),
            (
                "undone_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            ("undone_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["project", "-number"],
            "constraints": [
                models.UniqueConstraint(name="acceptance_number_unique_in_project", fields=("project", "number")),
            ],
        },
    ),
    CreateModel(
        name="Adjudication",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="adjudication",
                ),
            ),
            ("version", models.PositiveIntegerField(default=0)),
            ("updated_at", models.DateTimeField(auto_now=True)),
            (
                "accepted_in",
                models.ForeignKey(
                    "alignment.Acceptance", on_delete=models.PROTECT, null=True, related_name="adjudications"
                ),
            ),
        ],
    ),
    *with_history(
        "alignment",
        CreateModel(
            name="LinkDecision",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "item",
                    models.ForeignKey(
                        "projects.Item", on_delete=models.PROTECT, related_name="link_decisions", db_index=False
                    ),
                ),
                ("source_index", models.PositiveSmallIntegerField()),
                ("target_index", models.PositiveSmallIntegerField()),
                (
                    "decision",
                    models.CharField(
                        max_length=4,
                        choices=[("S", "Sure"), ("P", "Possible"), ("none", "No link"), ("open", "Left open")],
                    ),
                ),
                ("note", models.CharField(max_length=300, blank=True)),
                ("decided_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("decided_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["source_index", "target_index"],
                "constraints": [
                    models.UniqueConstraint(
                        name="one_decision_per_cell", fields=("item", "source_index", "target_index")
                    ),
                    models.CheckConstraint(name="decision_known", condition=Q(decision__in=["S", "P", "none", "open"])),
                ],
            },
        ),
    ),
    CreateModel(
        name="QueuePlace",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "item",
                models.ForeignKey(
                    "projects.Item", on_delete=models.PROTECT, related_name="queue_places", db_index=False
                ),
            ),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "kind",
                models.CharField(
                    max_length=10,
                    choices=[
                        ("annotators", "Two annotators, by the numbers of their memberships"),
                        ("word", "A target word"),
                    ],
                ),
            ),
            ("key", models.CharField(max_length=120)),
            (
                "state",
                models.CharField(
                    max_length=9,
                    choices=[
                        ("to-decide", "To decide"),
                        ("decided", "Decided"),
                        ("agreed", "All agreed"),
                        ("held", "Not ready to be decided"),
                    ],
                ),
            ),
            ("share", models.FloatField()),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="item_once_in_a_list", fields=("item", "kind", "key")),
            ],
            "indexes": [
                models.Index(name="queue_worst_first", fields=["project", "kind", "key", "state", "-share", "item"]),
            ],
        },
    ),
    CreateModel(
        name="QueueTotal",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            (
                "kind",
                models.CharField(
                    max_length=10,
                    choices=[
                        ("annotators", "Two annotators, by the numbers of their memberships"),
                        ("word", "A target word"),
                    ],
                ),
            ),
            ("key", models.CharField(max_length=120)),
            ("to_decide", models.BigIntegerField(default=0)),
            ("decided", models.BigIntegerField(default=0)),
            ("agreed", models.BigIntegerField(default=0)),
            ("held", models.BigIntegerField(default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(name="one_queue_total", fields=("project", "kind", "key")),
            ],
            "indexes": [
                models.Index(name="queue_longest_first", fields=["project", "kind", "-to_decide", "key"]),
            ],
        },
    ),
]
