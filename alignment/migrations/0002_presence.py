"""Keep which pair of an open round is on an annotator's screen."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("alignment", "0001_initial"), ("projects", "0007_name_pending_tasks")]

    operations = [
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at", models.DateTimeField()),
                (
                    "annotator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="projects.membership"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="alignment.reconciliationround",
                    ),
                ),
                (
                    "round_item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="alignment.rounditem",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "annotator"],
                "constraints": [models.UniqueConstraint(fields=("round", "annotator"), name="one_presence_in_a_round")],
            },
        ),
    ]
