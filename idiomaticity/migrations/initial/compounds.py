"""Settings of a compositionality project, its compounds and their sentences."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from annotation_site.migrations.initial.history import with_history
from annotation_site.migrations.initial.triggers import build_trigger, fix_columns

tables = [
    *with_history(
        "idiomaticity",
        CreateModel(
            name="IdiomaticitySettings",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="idiomaticity",
                    ),
                ),
                ("language", models.CharField(max_length=35)),
                (
                    "level",
                    models.CharField(
                        max_length=5,
                        default="token",
                        choices=[
                            ("token", "Sentences rated separately"),
                            ("type", "Compounds rated with all sentences"),
                            ("both", "Both, sentences and compounds"),
                        ],
                    ),
                ),
                ("wording", models.JSONField(blank=True, default=dict)),
                ("scale", models.JSONField(blank=True, default=dict)),
                ("extra_questions", models.JSONField(blank=True, default=list)),
                (
                    "score_control_share",
                    models.PositiveSmallIntegerField(
                        default=20,
                        help_text="Share of each rater's items without a machine's scores (%), where scores are shown.",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "idiomaticity settings",
                "constraints": [
                    models.CheckConstraint(
                        name="score_control_share_5_95", condition=Q(score_control_share__range=(5, 95))
                    ),
                ],
            },
        ),
    ),
    CreateModel(
        name="Compound",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="compounds", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField()),
            ("text", models.CharField(max_length=200)),
            ("normalised", models.CharField(max_length=250)),
            ("modifier", models.CharField(max_length=200, blank=True)),
            ("head", models.CharField(max_length=200, blank=True)),
            (
                "compound_class",
                models.CharField(
                    max_length=2,
                    blank=True,
                    choices=[("C", "compositional"), ("PC", "partly compositional"), ("NC", "idiomatic")],
                ),
            ),
            (
                "imported_class",
                models.CharField(
                    max_length=2,
                    blank=True,
                    choices=[("C", "compositional"), ("PC", "partly compositional"), ("NC", "idiomatic")],
                ),
            ),
            ("type_score", models.FloatField(null=True)),
            (
                "published_paraphrases",
                ArrayField(models.CharField(max_length=200), blank=True, default=list),
            ),
            (
                "item",
                models.OneToOneField("projects.Item", on_delete=models.PROTECT, null=True, related_name="compound"),
            ),
        ],
        options={
            "ordering": ["project", "number"],
            "constraints": [
                models.UniqueConstraint(name="compound_number_unique_in_project", fields=("project", "number")),
                models.UniqueConstraint(name="compound_once_in_project", fields=("project", "normalised")),
                models.CheckConstraint(
                    name="compound_has_both_parts_or_none",
                    condition=~Q(text="") & (Q(modifier="", head="") | (~Q(modifier="") & ~Q(head=""))),
                ),
                models.CheckConstraint(
                    name="compound_class_known", condition=Q(compound_class__in=["", "C", "PC", "NC"])
                ),
                models.CheckConstraint(
                    name="imported_class_known", condition=Q(imported_class__in=["", "C", "PC", "NC"])
                ),
                models.CheckConstraint(
                    name="type_score_in_range", condition=Q(type_score=None) | Q(type_score__range=(0, 100))
                ),
            ],
            "triggers": [
                fix_columns("idiomaticity.Compound", ["project_id", "text", "modifier", "head"], name="words_fixed"),
                build_trigger(
                    "idiomaticity.Compound",
                    "item_fixed",
                    when="BEFORE",
                    operation="UPDATE",
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;",
                    condition=(
                        'WHEN (NEW."item_id" IS NOT NULL AND OLD."item_id" IS DISTINCT FROM (NEW."item_id") '
                        'AND OLD."item_id" IS NOT NULL)'
                    ),
                ),
            ],
        },
    ),
    CreateModel(
        name="Occurrence",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "compound",
                models.ForeignKey(
                    "idiomaticity.Compound", on_delete=models.PROTECT, related_name="occurrences", db_index=False
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("sentence", models.TextField(blank=True)),
            ("spans", ArrayField(ArrayField(models.PositiveIntegerField(), size=2), blank=True, default=list)),
            (
                "manner",
                models.CharField(
                    max_length=13,
                    blank=True,
                    choices=[
                        ("given", "span given"),
                        ("verbatim", "word for word"),
                        ("inflected", "inflected"),
                        ("discontinuous", "with words between"),
                    ],
                ),
            ),
            ("published_mean", models.FloatField(null=True)),
            (
                "published_paraphrases",
                ArrayField(models.CharField(max_length=200), blank=True, default=list),
            ),
            (
                "item",
                models.OneToOneField("projects.Item", on_delete=models.PROTECT, null=True, related_name="occurrence"),
            ),
        ],
        options={
            "ordering": ["compound", "number"],
            "constraints": [
                models.UniqueConstraint(name="occurrence_number_unique_in_compound", fields=("compound", "number")),
                models.CheckConstraint(name="rated_occurrence_has_sentence", condition=Q(item=None) | ~Q(sentence="")),
                models.CheckConstraint(
                    name="compound_placed_in_sentence",
                    condition=Q(sentence="", spans__len=0) | (~Q(sentence="") & Q(spans__len__gt=0)),
                ),
                models.CheckConstraint(
                    name="mean_in_range", condition=Q(published_mean=None) | Q(published_mean__range=(0, 100))
                ),
            ],
            "triggers": [
                fix_columns(
                    "idiomaticity.Occurrence", ["compound_id", "sentence", "spans", "item_id"], name="sentence_fixed"
                ),
            ],
        },
    ),
]
