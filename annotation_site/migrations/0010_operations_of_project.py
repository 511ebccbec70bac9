"""An index of what was done to no item: few rows among those of every rating and link."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0009_extra_work")]

    operations = [
        migrations.AddIndex(
            model_name="operation",
            index=models.Index(
                condition=models.Q(("item", None)), fields=["project", "kind", "id"], name="operations_of_project"
            ),
        ),
    ]
