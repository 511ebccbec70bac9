"""Create the tables of experiments and of the systems that they train."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0004_given_marks"),
        ("projects", "0008_agreement_figures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Experiment",
            fields=[
                (
                    "job",
                    models.OneToOneField(
                        help_text="Its number is that of the experiment, so that the archive can name it.",
                        on_delete=models.PROTECT,
                        primary_key=True,
                        related_name="experiment",
                        serialize=False,
                        to="projects.job",
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "description_sha256",
                    models.CharField(help_text="Of experiment.json, which outputs name.", max_length=64),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("archive", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="projects.upload")),
                (
                    "created_by",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "finding",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="experiments", to="evaluation.finding"),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False, on_delete=models.PROTECT, related_name="experiments", to="projects.project"
                    ),
                ),
                ("test_sets", models.ManyToManyField(related_name="experiments", to="evaluation.testset")),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=["project", "name"], name="experiment_name_unique_in_project")
                ],
            },
        ),
        migrations.CreateModel(
            name="TrainedSystem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("seed", models.PositiveIntegerField()),
                (
                    "provenance",
                    models.JSONField(default=dict, help_text="Toolkit, version, device, machine and seconds."),
                ),
                (
                    "experiment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="trained",
                        to="evaluation.experiment",
                    ),
                ),
                (
                    "system",
                    models.OneToOneField(
                        help_text="Which has its translations.",
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="trained",
                        to="evaluation.system",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=["experiment", "variant", "seed"], name="one_system_per_seed")
                ],
            },
        ),
    ]
