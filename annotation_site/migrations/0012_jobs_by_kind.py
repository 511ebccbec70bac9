"""The kind of a job says which body works on it and who may ask for it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("projects", "0011_operations_in_order")]

    operations = [
        migrations.RemoveField(model_name="job", name="task"),
        migrations.RemoveField(model_name="job", name="needs_manager"),
    ]
