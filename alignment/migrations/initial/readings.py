"""Links and unaligned words of annotators."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from alignment.migrations.initial.token_range import keep_in_range

tables = [
    CreateModel(
        name="AlignmentLink",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="links", db_index=False
                ),
            ),
            ("source_index", models.PositiveSmallIntegerField()),
            ("target_index", models.PositiveSmallIntegerField()),
            ("label", models.CharField(max_length=1, choices=[("S", "Sure"), ("P", "Possible")])),
            (
                "origin",
                models.CharField(
                    max_length=10,
                    default="manual",
                    choices=[("manual", "Drawn"), ("suggestion", "Accepted suggestion")],
                ),
            ),
        ],
        options={
            "ordering": ["source_index", "target_index"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_link_per_cell", fields=("assignment", "source_index", "target_index")
                ),
                models.CheckConstraint(name="link_label_s_or_p", condition=Q(label__in=["S", "P"])),
                models.CheckConstraint(name="link_origin_known", condition=Q(origin__in=["manual", "suggestion"])),
            ],
            "triggers": keep_in_range(
                "alignment.AlignmentLink", "assignment_id", "max(source_index)", "max(target_index)"
            ),
        },
    ),
    CreateModel(
        name="UnalignedToken",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="unaligned_tokens", db_index=False
                ),
            ),
            ("side", models.CharField(max_length=6, choices=[("source", "Source"), ("target", "Target")])),
            ("token_index", models.PositiveSmallIntegerField()),
        ],
        options={
            "ordering": ["side", "token_index"],
            "constraints": [
                models.UniqueConstraint(name="one_mark_per_token", fields=("assignment", "side", "token_index")),
                models.CheckConstraint(name="mark_side_known", condition=Q(side__in=["source", "target"])),
            ],
            "triggers": keep_in_range(
                "alignment.UnalignedToken",
                "assignment_id",
                "max(token_index) FILTER (WHERE side = 'source')",
                "max(token_index) FILTER (WHERE side <> 'source')",
            ),
        },
    ),
]
