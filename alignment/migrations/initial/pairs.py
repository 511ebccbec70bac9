"""Settings of an alignment project, and its sentence pairs."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.migrations.operations import CreateModel
from django.db.models import Q

from alignment.pairs.models import FoldedWords
from annotation_site.migrations.initial.history import with_history
from annotation_site.migrations.initial.triggers import fix_columns

# Text search refuses words from 2,046 bytes on. No token holds the control character that stands between them.
fold_words = migrations.RunSQL(
    r"""
CREATE FUNCTION fold_words(words text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := lower(array_to_string(words, E'\x1f'));
BEGIN
  IF octet_length(folded) > 2000 THEN
    RETURN (
      SELECT coalesce(array_agg(word), '{}') FROM unnest(string_to_array(folded, E'\x1f')) AS word
      WHERE word <> '' AND octet_length(word) <= 2000
    );
  END IF;
  RETURN array_remove(string_to_array(folded, E'\x1f'), '');
END $$
""",
    "DROP FUNCTION fold_words(text[])",
)

tables = [
    *with_history(
        "alignment",
        CreateModel(
            name="AlignmentSettings",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        "projects.Project",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        serialize=False,
                        related_name="alignment",
                    ),
                ),
                ("source_language", models.CharField(max_length=35)),
                ("target_language", models.CharField(max_length=35)),
                (
                    "scope",
                    models.CharField(
                        max_length=14,
                        default="full",
                        choices=[("full", "Full text: every word"), ("target_words", "Target words only")],
                    ),
                ),
                (
                    "gold_policy",
                    models.CharField(
                        max_length=10,
                        default="wags",
                        choices=[
                            ("wags", "WAGS: agreed links keep their label, open disagreements become Possible"),
                            ("och-ney", "Och & Ney: Sure where all annotators say Sure, Possible for all other links"),
                            ("majority", "Majority of three or more annotators"),
                        ],
                    ),
                ),
                ("has_null_token", models.BooleanField(default=False, editable=False)),
                (
                    "suggestion_control_share",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Share of pairs shown without suggestions (%).",
                    ),
                ),
                (
                    "training_threshold",
                    models.PositiveSmallIntegerField(
                        default=80,
                        help_text="AGR with gold over the training set that opens the real pairs, in per cent.",
                    ),
                ),
                (
                    "training_attempts",
                    models.PositiveSmallIntegerField(
                        default=3, help_text="How many attempts an annotator has at the set."
                    ),
                ),
                (
                    "check_share",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Per cent of the pairs given out that are silent checks, while there are any.",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "alignment settings",
                "constraints": [
                    models.CheckConstraint(
                        name="control_share_in_per_cent", condition=Q(suggestion_control_share__lte=100)
                    ),
                    models.CheckConstraint(name="threshold_in_per_cent", condition=Q(training_threshold__lte=100)),
                    models.CheckConstraint(name="attempts_1_to_50", condition=Q(training_attempts__range=(1, 50))),
                    models.CheckConstraint(name="check_share_up_to_half", condition=Q(check_share__lte=50)),
                ],
            },
        ),
    ),
    CreateModel(
        name="SentencePair",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="sentence_pair",
                ),
            ),
            ("source_tokens", ArrayField(models.TextField())),
            ("target_tokens", ArrayField(models.TextField())),
            ("source_text", models.TextField(blank=True)),
            ("target_text", models.TextField(blank=True)),
            ("source_target_words", ArrayField(models.PositiveSmallIntegerField(), blank=True, default=list)),
            ("target_target_words", ArrayField(models.PositiveSmallIntegerField(), blank=True, default=list)),
            ("is_indexed", models.BooleanField(default=True, db_default=True, editable=False)),
        ],
        options={
            "indexes": [
                GinIndex(FoldedWords("source_tokens"), name="pairs_by_source_word", condition=Q(is_indexed=True)),
                GinIndex(FoldedWords("target_tokens"), name="pairs_by_target_word", condition=Q(is_indexed=True)),
                models.Index(fields=["item"], name="pairs_to_index", condition=Q(is_indexed=False)),
            ],
            "triggers": [
                fix_columns(
                    "alignment.SentencePair", ["item_id", "source_tokens", "target_tokens"], name="tokens_fixed"
                ),
            ],
        },
    ),
]
