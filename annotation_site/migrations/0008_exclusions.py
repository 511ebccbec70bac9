"""Exclusions become common to all kinds of projects: the table of the compositionality app changes its name."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("projects", "0007_evaluation_kind"),
        ("idiomaticity", "0008_predictors_with_excluded"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE idiomaticity_exclusion RENAME TO projects_exclusion",
                    "ALTER TABLE projects_exclusion RENAME TO idiomaticity_exclusion",
                )
            ],
            state_operations=[
                migrations.CreateModel(
                    name="Exclusion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        ("at", models.DateTimeField(auto_now_add=True)),
                        ("lifted_at", models.DateTimeField(null=True)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "lifted_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "membership",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="exclusions",
                                to="projects.membership",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=Q(lifted_at=None), fields=("membership",), name="excluded_once_at_a_time"
                            ),
                            models.CheckConstraint(condition=~Q(reason=""), name="exclusion_has_reason"),
                            models.CheckConstraint(
                                condition=Q(lifted_at=None, lifted_by=None)
                                | Q(lifted_at__isnull=False, lifted_by__isnull=False, lifted_at__gte=F("at")),
                                name="lifted_by_somebody",
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
