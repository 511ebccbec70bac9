"""The index of a project's operations is in their order: the latest is found at once, however old the project."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0010_operations_of_project")]

    operations = [
        migrations.AddIndex(
            model_name="operation",
            index=models.Index(fields=["project", "id"], name="operations_in_order"),
        ),
        migrations.AlterField(
            model_name="operation",
            name="project",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="operations",
                to="projects.project",
            ),
        ),
    ]
