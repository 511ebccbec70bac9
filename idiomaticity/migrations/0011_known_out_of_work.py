"""Items whose answer is known are out of work, also those that had all their ratings when they were chosen."""

from django.db import migrations


def withdraw_known(apps, schema_editor):
    apps.get_model("projects", "Item").objects.filter(
        pk__in=apps.get_model("idiomaticity", "KnownRating").objects.values("item"), state__in=["open", "annotated"]
    ).update(state="withdrawn")


class Migration(migrations.Migration):
    dependencies = [
        ("idiomaticity", "0010_tries_of_qualification"),
        ("projects", "0009_extra_work"),
    ]

    operations = [migrations.RunPython(withdraw_known, migrations.RunPython.noop)]
