"""Projects, members, invitations and guidelines."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models import F, Q

from annotation_site.migrations.initial.history import with_history
from annotation_site.projects.models import list_kind_choices, list_roles, new_seed

tables = [
    *with_history(
        "projects",
        CreateModel(
            name="Project",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("description", models.TextField(blank=True)),
                ("kind", models.CharField(max_length=20, default="alignment", choices=list_kind_choices)),
                ("annotators_per_item", models.PositiveSmallIntegerField(default=2)),
                (
                    "spread",
                    models.CharField(
                        max_length=10,
                        default="overlap",
                        choices=[
                            ("overlap", "Finish started items first: agreement can be measured early"),
                            ("even", "Cover all items once before any second reading"),
                            ("priority", "Finish started items first, each time the one of highest priority"),
                        ],
                    ),
                ),
                (
                    "shows_feedback",
                    models.BooleanField(
                        default=False,
                        help_text="Annotators see decisions beside their own work.",
                    ),
                ),
                ("seed", models.PositiveIntegerField(default=new_seed, editable=False)),
                ("item_count", models.PositiveIntegerField(default=0, editable=False)),
                ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "state",
                    models.CharField(
                        max_length=8,
                        default="active",
                        choices=[
                            ("active", "Active"),
                            ("archived", "Archived"),
                            ("deleted", "Deleted"),
                            ("erasing", "Being erased"),
                        ],
                    ),
                ),
                ("closed_at", models.DateTimeField(null=True, help_text="When it was archived or deleted.")),
                (
                    "closed_by",
                    models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"),
                ),
                (
                    "quotas",
                    models.JSONField(default=dict, help_text="Amounts by name, where an operator set other ones."),
                ),
                (
                    "creators",
                    models.JSONField(
                        default=list, help_text="With which its releases begin, in the order of the citation."
                    ),
                ),
                ("webhook_events", models.JSONField(default=list, editable=False)),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        name="annotators_per_item_1_50", condition=Q(annotators_per_item__range=(1, 50))
                    ),
                    models.CheckConstraint(
                        name="closed_project_has_its_time",
                        condition=Q(state="active", closed_at=None, closed_by=None)
                        | ~Q(state="active") & Q(closed_at__isnull=False, closed_by__isnull=False),
                    ),
                ],
            },
        ),
        exclude=["item_count", "webhook_events"],
    ),
    *with_history(
        "projects",
        CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project", on_delete=models.PROTECT, related_name="memberships", db_index=False
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"),
                ),
                (
                    "role",
                    models.CharField(
                        max_length=20,
                        choices=list_roles,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        max_length=10, default="active", choices=[("active", "Active"), ("removed", "Removed")]
                    ),
                ),
                ("pseudonym", models.CharField(max_length=8, blank=True)),
                ("submitted_count", models.PositiveIntegerField(default=0, editable=False)),
                ("search_count", models.PositiveIntegerField(default=0, editable=False)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["role", "joined_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(name="one_membership_per_role", fields=("project", "user", "role")),
                    models.UniqueConstraint(
                        name="pseudonym_unique_in_project", fields=("project", "pseudonym"), condition=~Q(pseudonym="")
                    ),
                    models.CheckConstraint(
                        name="annotators_have_a_pseudonym", condition=~Q(role="annotator") | ~Q(pseudonym="")
                    ),
                ],
            },
        ),
        exclude=["submitted_count", "search_count"],
    ),
    *with_history(
        "projects",
        CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey("projects.Project", on_delete=models.PROTECT, related_name="invitations"),
                ),
                (
                    "role",
                    models.CharField(
                        max_length=20,
                        choices=list_roles,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True, editable=False)),
                ("note", models.CharField(max_length=120, blank=True)),
                (
                    "address",
                    models.EmailField(max_length=254, blank=True, help_text="To which it was sent by email."),
                ),
                ("expires_at", models.DateTimeField()),
                ("use_limit", models.PositiveIntegerField(default=1)),
                ("use_count", models.PositiveIntegerField(default=0, editable=False)),
                ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at"],
                "constraints": [
                    models.CheckConstraint(
                        name="invitation_within_use_limit", condition=Q(use_count__lte=F("use_limit"))
                    ),
                ],
            },
        ),
    ),
    *with_history(
        "projects",
        CreateModel(
            name="Guideline",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "project",
                    models.ForeignKey(
                        "projects.Project", on_delete=models.PROTECT, related_name="guidelines", db_index=False
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("change_note", models.CharField(max_length=200, blank=True)),
                ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-version"],
                "constraints": [
                    models.UniqueConstraint(name="one_guideline_per_version", fields=("project", "version")),
                ],
            },
        ),
    ),
]
