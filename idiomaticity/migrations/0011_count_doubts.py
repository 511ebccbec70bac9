"""Keep which compounds wait for an adjudicator."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0010_publish_demos"), ("projects", "0002_projects")]
    operations = [
        migrations.CreateModel(
            "CompoundDoubt",
            [
                (
                    "compound",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="doubt",
                        serialize=False,
                        to="idiomaticity.compound",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="projects.project"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "DoubtCount",
            [
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="doubt_count",
                        serialize=False,
                        to="projects.project",
                    ),
                ),
                ("operation", models.BigIntegerField(default=0)),
                ("counted_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
