"""Searches for expressions, their hits, and decisions on them."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q
from django.db.models.expressions import CombinedExpression

tables = [
    CreateModel(
        name="Finding",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="findings", db_index=False
                ),
            ),
            ("job", models.OneToOneField("projects.Job", on_delete=models.PROTECT, related_name="finding")),
            ("name", models.CharField(max_length=120)),
            (
                "side",
                models.CharField(
                    max_length=6,
                    choices=[("source", "Source"), ("target", "Target")],
                    help_text="Of a parallel text, the side that was searched.",
                ),
            ),
            ("language", models.CharField(max_length=35)),
            (
                "other_language",
                models.CharField(max_length=35, blank=True, help_text="Of the other side; empty for one text."),
            ),
            ("sentence_count", models.PositiveBigIntegerField(help_text="Sentences that were searched.")),
            ("hit_count", models.PositiveIntegerField()),
            ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["-pk"],
            "indexes": [
                models.Index(name="findings_of_project", fields=["project", "-id"]),
            ],
        },
    ),
    CreateModel(
        name="FoundPhrase",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "finding",
                models.ForeignKey(
                    "evaluation.Finding", on_delete=models.CASCADE, related_name="phrases", db_index=False
                ),
            ),
            ("place", models.PositiveIntegerField(help_text="In the list, from 1.")),
            ("phrase", models.CharField(max_length=300)),
            ("hit_count", models.PositiveIntegerField(default=0)),
            ("accepted_count", models.PositiveIntegerField(default=0)),
            ("rejected_count", models.PositiveIntegerField(default=0)),
        ],
        options={
            "ordering": ["place"],
            "constraints": [
                models.UniqueConstraint(name="found_phrase_place_unique", fields=("finding", "place")),
                models.CheckConstraint(
                    name="found_phrase_sums",
                    condition=Q(hit_count__gte=CombinedExpression(F("accepted_count"), "+", F("rejected_count"))),
                ),
            ],
            "indexes": [
                models.Index(name="found_phrases_by_hits", fields=["finding", "-hit_count", "place"]),
            ],
        },
    ),
    CreateModel(
        name="FoundSentence",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "finding",
                models.ForeignKey(
                    "evaluation.Finding", on_delete=models.CASCADE, related_name="sentences", db_index=False
                ),
            ),
            ("line", models.PositiveBigIntegerField(help_text="Its place in the text, from 1.")),
            ("text", models.TextField()),
            ("other", models.TextField(blank=True)),
        ],
        options={
            "ordering": ["line"],
            "constraints": [
                models.UniqueConstraint(name="found_sentence_line_unique", fields=("finding", "line")),
            ],
        },
    ),
    CreateModel(
        name="HitDecision",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "finding",
                models.ForeignKey(
                    "evaluation.Finding", on_delete=models.CASCADE, related_name="decisions", db_index=False
                ),
            ),
            ("phrase", models.ForeignKey("evaluation.FoundPhrase", on_delete=models.CASCADE, related_name="decisions")),
            ("verdict", models.CharField(max_length=8)),
            ("hit_count", models.PositiveIntegerField()),
            (
                "previous",
                models.ForeignKey("evaluation.HitDecision", on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            (
                "decided_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False),
            ),
            ("decided_at", models.DateTimeField(auto_now_add=True)),
            ("operation_id", models.UUIDField()),
        ],
        options={
            "ordering": ["-pk"],
            "constraints": [
                models.UniqueConstraint(name="hit_decided_once", fields=("decided_by", "operation_id")),
            ],
            "indexes": [
                models.Index(name="hit_decisions_of_person", fields=["finding", "decided_by", "-id"]),
            ],
        },
    ),
    CreateModel(
        name="Hit",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "finding",
                models.ForeignKey("evaluation.Finding", on_delete=models.CASCADE, related_name="hits", db_index=False),
            ),
            ("phrase", models.ForeignKey("evaluation.FoundPhrase", on_delete=models.CASCADE, related_name="hits")),
            ("sentence", models.ForeignKey("evaluation.FoundSentence", on_delete=models.CASCADE, related_name="hits")),
            ("spans", models.JSONField(help_text="Pairs of code points in the sentence, end excluded.")),
            (
                "verdict",
                models.CharField(
                    max_length=8,
                    default="open",
                    choices=[("open", "To review"), ("accepted", "Accepted"), ("rejected", "Rejected")],
                ),
            ),
            (
                "decision",
                models.ForeignKey("evaluation.HitDecision", on_delete=models.PROTECT, null=True, related_name="hits"),
            ),
        ],
        options={
            "ordering": ["phrase_id", "pk"],
            "constraints": [
                models.CheckConstraint(
                    name="hit_verdict_known", condition=Q(verdict__in=["open", "accepted", "rejected"])
                ),
            ],
            "indexes": [
                models.Index(name="hits_by_phrase", fields=["finding", "phrase", "id"]),
                models.Index(name="hits_by_verdict", fields=["finding", "verdict", "phrase", "id"]),
            ],
        },
    ),
]
