"""Decisions about paraphrases."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

from annotation_site.migrations.initial.history import with_history

tables = [
    *with_history(
        "idiomaticity",
        CreateModel(
            name="ParaphraseDecision",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        related_name="paraphrase_decisions",
                        db_index=False,
                    ),
                ),
                (
                    "compound",
                    models.ForeignKey(
                        "idiomaticity.Compound",
                        on_delete=models.PROTECT,
                        null=True,
                        related_name="paraphrase_decisions",
                    ),
                ),
                ("form", models.CharField(max_length=250)),
                (
                    "action",
                    models.CharField(
                        max_length=6, choices=[("merge", "Merged"), ("reject", "Rejected"), ("keep", "Kept")]
                    ),
                ),
                ("into", models.CharField(max_length=250, blank=True)),
                ("decided_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("decided_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["project", "compound", "form"],
                "constraints": [
                    models.UniqueConstraint(
                        name="one_decision_for_a_form", fields=("project", "compound", "form"), nulls_distinct=False
                    ),
                    models.CheckConstraint(name="decision_names_a_form", condition=~Q(form="")),
                    models.CheckConstraint(
                        name="merge_within_a_compound",
                        condition=(Q(action="merge") & Q(compound__isnull=False) & ~Q(into="") & ~Q(into=F("form")))
                        | Q(action__in=["reject", "keep"], into=""),
                    ),
                ],
            },
        ),
    ),
]
