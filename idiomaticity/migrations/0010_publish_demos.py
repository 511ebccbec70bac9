"""Give studies public demos."""

import django.db.models.deletion
from django.db import migrations, models

from idiomaticity.crowd.codes import new_link_key


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0009_set_fillers_apart"), ("projects", "0002_projects")]
    operations = [
        migrations.CreateModel(
            "StudyDemo",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="study_demo",
                        to="projects.project",
                    ),
                ),
                ("key", models.CharField(default=new_link_key, editable=False, max_length=43, unique=True)),
            ],
        ),
    ]
