"""Links and unaligned words of annotators."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.triggers import check_rows

IN_RANGE = """
    IF NOT EXISTS (
        SELECT 1 FROM alignment_sentencepair pair
        JOIN projects_assignment assignment ON assignment.item_id = pair.item_id
        WHERE assignment.id = NEW.assignment_id AND {}
    ) THEN
        RAISE EXCEPTION 'token index out of range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""

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
            "triggers": [
                check_rows(
                    "alignment.AlignmentLink",
                    IN_RANGE.format(
                        "NEW.source_index < cardinality(pair.source_tokens)"
                        " AND NEW.target_index < cardinality(pair.target_tokens)"
                    ),
                    name="indices_in_range",
                ),
            ],
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
            "triggers": [
                check_rows(
                    "alignment.UnalignedToken",
                    IN_RANGE.format(
                        "NEW.token_index < CASE NEW.side WHEN 'source' THEN cardinality(pair.source_tokens)"
                        " ELSE cardinality(pair.target_tokens) END"
                    ),
                    name="index_in_range",
                ),
            ],
        },
    ),
]
