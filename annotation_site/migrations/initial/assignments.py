"""Items, assignments, submissions and comments."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q
from django.utils import timezone

from annotation_site.migrations.initial.triggers import refuse_changes

tables = [
    CreateModel(
        name="Item",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "project",
                models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="items", db_index=False),
            ),
            ("number", models.PositiveIntegerField()),
            ("version", models.PositiveSmallIntegerField(default=1, db_default=1)),
            (
                "replaced_by",
                models.OneToOneField("projects.Item", on_delete=models.PROTECT, null=True, related_name="replaces"),
            ),
            ("identifier", models.CharField(max_length=120, blank=True)),
            (
                "state",
                models.CharField(
                    max_length=12,
                    default="open",
                    choices=[
                        ("open", "Being annotated"),
                        ("annotated", "Annotated"),
                        ("adjudicated", "Adjudicated"),
                        ("withdrawn", "Withdrawn"),
                        ("replaced", "Replaced by a corrected version"),
                    ],
                ),
            ),
            (
                "withdrawn_from",
                models.CharField(
                    max_length=12,
                    blank=True,
                    db_default="",
                    help_text="The state to bring it back to, if a manager withdrew it.",
                ),
            ),
            ("required_count", models.PositiveSmallIntegerField(default=2)),
            ("assigned_count", models.PositiveSmallIntegerField(default=0)),
            ("submitted_count", models.PositiveSmallIntegerField(default=0)),
            ("ring_place", models.FloatField()),
            (
                "priority",
                models.FloatField(null=True, help_text="Highest first, where the project assigns items by priority."),
            ),
        ],
        options={
            "ordering": ["project", "number"],
            "constraints": [
                models.UniqueConstraint(
                    name="item_number_unique_in_project", fields=("project", "number"), condition=~Q(state="replaced")
                ),
                models.UniqueConstraint(name="item_version_unique", fields=("project", "number", "version")),
                models.CheckConstraint(
                    name="no_more_than_required", condition=Q(assigned_count__lte=F("required_count"))
                ),
                models.CheckConstraint(
                    name="withdrawn_from_a_state", condition=Q(withdrawn_from="") | Q(state="withdrawn")
                ),
                models.CheckConstraint(
                    name="submitted_among_assigned", condition=Q(submitted_count__lte=F("assigned_count"))
                ),
            ],
            "indexes": [
                models.Index(
                    name="items_with_room",
                    fields=["project", "assigned_count", "ring_place"],
                    condition=Q(assigned_count__lt=F("required_count"), state="open"),
                ),
                models.Index(
                    "project",
                    "assigned_count",
                    F("priority").desc(),
                    "ring_place",
                    condition=Q(assigned_count__lt=F("required_count"), priority__isnull=False, state="open"),
                    name="items_by_priority",
                ),
                models.Index(name="items_by_state", fields=["project", "state", "number"]),
            ],
        },
    ),
    CreateModel(
        name="Assignment",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "item",
                models.ForeignKey(
                    "projects.Item", on_delete=models.PROTECT, related_name="assignments", db_index=False
                ),
            ),
            (
                "annotator",
                models.ForeignKey(
                    "projects.Membership", on_delete=models.PROTECT, related_name="assignments", db_index=False
                ),
            ),
            (
                "state",
                models.CharField(
                    max_length=12,
                    default="in_progress",
                    choices=[
                        ("in_progress", "In progress"),
                        ("submitted", "Submitted"),
                        ("skipped", "Skipped"),
                        ("returned", "Returned"),
                        ("replaced", "Continued in a corrected version"),
                    ],
                ),
            ),
            (
                "purpose",
                models.CharField(
                    max_length=8,
                    default="work",
                    choices=[
                        ("work", "Work"),
                        ("training", "Training"),
                        ("check", "Silent check"),
                        ("extra", "Work beyond what its item wants"),
                        ("repeat", "Asked a second time"),
                    ],
                ),
            ),
            ("version", models.PositiveIntegerField(default=0)),
            ("lease_expires_at", models.DateTimeField()),
            ("active_seconds", models.FloatField(default=0.0)),
            ("begun_at", models.DateTimeField(null=True, default=timezone.now)),
            (
                "active_at",
                models.DateTimeField(null=True, help_text="Of the last action since it was begun or resumed."),
            ),
            ("skip_reason", models.CharField(max_length=300, blank=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("submitted_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["pk"],
            "constraints": [
                models.UniqueConstraint(
                    F("item"),
                    F("annotator"),
                    models.ExpressionWrapper(Q(purpose="repeat"), output_field=models.BooleanField()),
                    name="one_assignment_per_annotator_and_one_repeat",
                ),
                models.CheckConstraint(
                    name="purpose_known", condition=Q(purpose__in=["work", "training", "check", "extra", "repeat"])
                ),
            ],
            "indexes": [
                models.Index(name="assignments_of_annotator", fields=["annotator", "state", "id"]),
                models.Index(name="assignment_leases", fields=["lease_expires_at"], condition=Q(state="in_progress")),
            ],
        },
    ),
    CreateModel(
        name="Submission",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            (
                "assignment",
                models.ForeignKey(
                    "projects.Assignment", on_delete=models.PROTECT, related_name="submissions", db_index=False
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("reading", models.JSONField()),
            (
                "guideline",
                models.ForeignKey("projects.Guideline", on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["assignment", "number"],
            "constraints": [
                models.UniqueConstraint(name="one_submission_per_number", fields=("assignment", "number")),
            ],
            "triggers": [
                refuse_changes("projects.Submission", name="append_only"),
            ],
        },
    ),
    CreateModel(
        name="Comment",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("item", models.ForeignKey("projects.Item", on_delete=models.PROTECT, related_name="comments")),
            (
                "assignment",
                models.ForeignKey("projects.Assignment", on_delete=models.PROTECT, null=True, related_name="comments"),
            ),
            ("author", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
            ("text", models.TextField(max_length=2000)),
            ("is_question", models.BooleanField(default=False)),
            ("answer", models.TextField(max_length=2000, blank=True)),
            (
                "answered_by",
                models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
            ),
            ("answered_at", models.DateTimeField(null=True)),
            ("answer_read_at", models.DateTimeField(null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ["pk"],
            "indexes": [
                models.Index(
                    name="questions_without_answer",
                    fields=["id"],
                    condition=Q(is_question=True, answered_at=None),
                ),
            ],
        },
    ),
]
