"""Word alignments of a test set and its translations."""

from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

tables = [
    CreateModel(
        name="WordAlignment",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "test_set",
                models.ForeignKey("evaluation.TestSet", on_delete=models.PROTECT, related_name="word_alignments"),
            ),
            (
                "translation",
                models.OneToOneField(
                    "evaluation.Translation",
                    on_delete=models.PROTECT,
                    null=True,
                    help_text="Null: the reference.",
                    related_name="word_alignment",
                ),
            ),
            ("upload", models.ForeignKey("projects.Upload", on_delete=models.PROTECT, null=True, related_name="+")),
            (
                "release",
                models.ForeignKey(
                    "projects.Release",
                    on_delete=models.PROTECT,
                    null=True,
                    help_text="Where the links are of its gold.",
                    related_name="+",
                ),
            ),
            ("sha256", models.CharField(max_length=64, help_text="Of the files and of how they are read.")),
            ("link_count", models.PositiveIntegerField()),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(
                    name="one_alignment_of_the_reference", fields=("test_set",), condition=Q(translation=None)
                ),
                models.CheckConstraint(
                    name="an_alignment_is_not_of_a_file_and_of_a_release",
                    condition=Q(upload=None) | Q(release=None),
                ),
            ],
        },
    ),
    CreateModel(
        name="AlignedSegment",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "alignment",
                models.ForeignKey(
                    "evaluation.WordAlignment", on_delete=models.CASCADE, related_name="segments", db_index=False
                ),
            ),
            ("number", models.PositiveIntegerField(help_text="Of the segment.")),
            ("source_places", models.JSONField(help_text="Pairs of code points, end excluded, one per token.")),
            ("target_places", models.JSONField(help_text="The same in the translation, or the first reference.")),
            ("links", models.JSONField(help_text="Pairs of token indices from 0, source and target.")),
        ],
        options={
            "ordering": ["number"],
            "constraints": [
                models.UniqueConstraint(name="one_aligned_segment", fields=("alignment", "number")),
            ],
        },
    ),
]
