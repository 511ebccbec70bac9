import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("expressions", "0002_consistency"),
        ("projects", "0008_agreement_figures"),
    ]

    operations = [
        migrations.AlterField(
            model_name="expressionsettings",
            name="category_set",
            field=models.CharField(
                choices=[
                    ("2.0", "PARSEME 2.0"),
                    ("1.1", "PARSEME 1.1–1.3"),
                    ("own", "Own categories"),
                    ("pie", "Idiomatic or literal"),
                ],
                default="2.0",
                max_length=3,
            ),
        ),
        migrations.AlterField(
            model_name="expressionsettingsevent",
            name="category_set",
            field=models.CharField(
                choices=[
                    ("2.0", "PARSEME 2.0"),
                    ("1.1", "PARSEME 1.1–1.3"),
                    ("own", "Own categories"),
                    ("pie", "Idiomatic or literal"),
                ],
                default="2.0",
                max_length=3,
            ),
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "words",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("category", models.CharField(blank=True, max_length=40)),
                ("is_control", models.BooleanField(default=False)),
                (
                    "item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="candidates",
                        to="projects.item",
                    ),
                ),
            ],
            options={
                "ordering": ["item", "words"],
                "constraints": [
                    models.UniqueConstraint(fields=("item", "words"), name="one_candidate_per_words"),
                    models.CheckConstraint(condition=models.Q(("words__len__gt", 0)), name="candidate_has_words"),
                ],
            },
        ),
    ]
