"""Events of which people are notified by email."""

from django.conf import settings
from django.db import models
from django.db.migrations.operations import CreateModel

tables = [
    CreateModel(
        name="Notice",
        fields=[
            ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
            ("user", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")),
            ("project", models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="+")),
            ("matter", models.CharField(max_length=40)),
            ("arose_at", models.DateTimeField()),
        ],
        options={
            "ordering": ["pk"],
        },
    ),
]
