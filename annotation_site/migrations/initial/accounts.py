"""People, their sessions and API tokens, and the guards of sign-in."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel
from django.db.models.functions import Lower
from django.utils import timezone

tables = [
    CreateModel(
        name="User",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("password", models.CharField(max_length=128, verbose_name="password")),
            ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
            (
                "is_superuser",
                models.BooleanField(
                    default=False,
                    help_text="Designates that this user has all permissions without explicitly assigning them.",
                    verbose_name="superuser status",
                ),
            ),
            ("email", models.EmailField(max_length=254, verbose_name="email address")),
            ("name", models.CharField(max_length=120, blank=True, help_text="Shown to colleagues.")),
            ("is_active", models.BooleanField(default=True)),
            ("is_staff", models.BooleanField(default=False)),
            ("can_create_projects", models.BooleanField(default=False)),
            ("date_joined", models.DateTimeField(default=timezone.now)),
            (
                "notice_mails",
                models.CharField(
                    max_length=11,
                    default="daily",
                    choices=[
                        ("immediately", "As soon as something arises"),
                        ("daily", "Once a day, in the morning"),
                        ("never", "Never"),
                    ],
                ),
            ),
            ("time_zone", models.CharField(max_length=50, default="UTC")),
            ("language", models.CharField(max_length=10, blank=True)),
            ("noticed_at", models.DateTimeField(null=True, help_text="When notices were last sent by email.")),
            ("quotas", models.JSONField(default=dict, help_text="Amounts by name, where an operator set other ones.")),
            (
                "groups",
                models.ManyToManyField(
                    "auth.Group",
                    blank=True,
                    help_text="The groups this user belongs to. A user will get all permissions granted "
                    "to each of their groups.",
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="groups",
                ),
            ),
            (
                "user_permissions",
                models.ManyToManyField(
                    "auth.Permission",
                    blank=True,
                    help_text="Specific permissions for this user.",
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="user permissions",
                ),
            ),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(Lower("email"), name="one_account_per_address"),
                models.UniqueConstraint(name="unique_email", fields=("email",)),
            ],
        },
    ),
    CreateModel(
        name="Session",
        fields=[
            (
                "session_key",
                models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
            ),
            ("session_data", models.TextField(verbose_name="session data")),
            ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
            (
                "user",
                models.ForeignKey(
                    settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sessions"
                ),
            ),
        ],
        options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
    ),
    CreateModel(
        name="ApiToken",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("user", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")),
            ("name", models.CharField(max_length=80)),
            (
                "scope",
                models.CharField(
                    max_length=10, default="read", choices=[("read", "Read"), ("write", "Read and write")]
                ),
            ),
            ("digest", models.CharField(max_length=64, unique=True, editable=False)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("expires_at", models.DateTimeField()),
            ("last_used_at", models.DateTimeField(null=True)),
            ("revoked_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ["-created_at"],
        },
    ),
    CreateModel(
        name="GuardEntry",
        fields=[
            ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
            ("value", models.JSONField()),
            ("expires_at", models.DateTimeField(db_index=True)),
        ],
    ),
]
