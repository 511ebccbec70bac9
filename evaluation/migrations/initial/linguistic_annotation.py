"""Lemmas and parts of speech of test sets and translations."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="LinguisticAnnotation",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey(
                    "evaluation.TestSet", on_delete=models.CASCADE, related_name="linguistic_annotations"
                ),
            ),
            (
                "translation",
                models.OneToOneField(
                    "evaluation.Translation", on_delete=models.CASCADE, null=True, related_name="linguistic_annotation"
                ),
            ),
            (
                "part",
                models.CharField(
                    max_length=20, blank=True, help_text="source, reference-0, …; blank of a translation."
                ),
            ),
            ("sha256", models.CharField(max_length=64, help_text="Of the words with what is known of them.")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(
                    name="linguistic_part_once", fields=("test_set", "part"), condition=~Q(part="")
                ),
                models.CheckConstraint(
                    name="linguistic_part_or_translation", condition=Q(part="") ^ Q(translation__isnull=True)
                ),
            ],
        },
    ),
    CreateModel(
        name="LinguisticSentence",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "text",
                models.ForeignKey(
                    "evaluation.LinguisticAnnotation",
                    on_delete=models.CASCADE,
                    related_name="sentences",
                    db_index=False,
                ),
            ),
            ("number", models.PositiveIntegerField(help_text="Of the segment.")),
            (
                "words",
                models.JSONField(help_text="Form, lemma and part of speech of each; null where it is not known."),
            ),
        ],
        options={
            "ordering": ["number"],
            "constraints": [
                models.UniqueConstraint(name="linguistic_sentence_once", fields=("text", "number")),
            ],
        },
    ),
]
