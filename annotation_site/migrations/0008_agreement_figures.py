"""Figures of agreement that a job computed, for every kind of annotation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0007_name_pending_tasks")]
    operations = [
        migrations.CreateModel(
            name="AgreementFigures",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "question",
                    models.CharField(blank=True, help_text="The options on which they depend.", max_length=64),
                ),
                (
                    "changes",
                    models.BigIntegerField(help_text="The number that the kind gives the readings they rest on."),
                ),
                ("result", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("job", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="projects.job")),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False, on_delete=models.PROTECT, related_name="+", to="projects.project"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("project", "question", "changes"), name="agreement_figures_once")
                ],
            },
        ),
    ]
