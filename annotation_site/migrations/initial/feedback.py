"""Feedback to annotators, and their replies."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import Q
from django.utils import timezone

from annotation_site.migrations.initial.history import with_history

tables = [
    CreateModel(
        name="Feedback",
        fields=[
            (
                "assignment",
                models.OneToOneField(
                    "projects.Assignment",
                    on_delete=models.PROTECT,
                    primary_key=True,
                    serialize=False,
                    related_name="feedback",
                ),
            ),
            (
                "annotator",
                models.ForeignKey(
                    "projects.Membership", on_delete=models.PROTECT, related_name="feedback", db_index=False
                ),
            ),
            (
                "state",
                models.CharField(
                    max_length=8,
                    default="new",
                    choices=[
                        ("new", "New"),
                        ("disputed", "Disputed"),
                        ("answered", "Answered"),
                        ("done", "Reviewed"),
                        ("withheld", "Withheld"),
                    ],
                ),
            ),
            ("is_shown", models.BooleanField(default=False)),
            ("version", models.PositiveIntegerField(default=0)),
            ("updated_at", models.DateTimeField(default=timezone.now)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(
                    name="feedback_state_known",
                    condition=Q(state__in=["new", "disputed", "answered", "done", "withheld"]),
                ),
            ],
            "indexes": [
                models.Index(name="feedback_of_annotator", fields=["annotator", "state", "-assignment"]),
                models.Index(name="feedback_withheld", fields=["assignment"], condition=Q(state="withheld")),
            ],
        },
    ),
    *with_history(
        "projects",
        CreateModel(
            name="FeedbackReply",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "feedback",
                    models.ForeignKey(
                        "projects.Feedback", on_delete=models.PROTECT, related_name="replies", db_index=False
                    ),
                ),
                (
                    "project",
                    models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="feedback_replies"),
                ),
                ("place", models.CharField(max_length=13, help_text="In the item, as its kind names places.")),
                (
                    "state",
                    models.CharField(
                        max_length=12,
                        choices=[("acknowledged", "Acknowledged"), ("disputed", "Disputed"), ("answered", "Answered")],
                    ),
                ),
                ("own", models.JSONField(help_text="The annotator's work at this place.")),
                ("gold", models.JSONField(help_text="As shown to the annotator.")),
                ("text", models.CharField(max_length=1000, blank=True)),
                ("said_at", models.DateTimeField(default=timezone.now)),
                ("answer", models.CharField(max_length=300, blank=True)),
                (
                    "answered_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
                ),
                ("answered_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(name="one_reply_per_place", fields=("feedback", "place")),
                    models.CheckConstraint(
                        name="reply_state_known", condition=Q(state__in=["acknowledged", "disputed", "answered"])
                    ),
                    models.CheckConstraint(name="dispute_says_why", condition=~Q(state="disputed") | ~Q(text="")),
                ],
                "indexes": [
                    models.Index(name="disputes_waiting", fields=["project", "said_at"], condition=Q(state="disputed")),
                ],
            },
        ),
    ),
]
