"""The table of the cache, which holds throttles only, comes with the others: no second command to remember."""

from django.core.management import call_command
from django.db import migrations


def create_cache_table(apps, schema_editor):
    """Create the cache's table where it is missing."""
    call_command("createcachetable", verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("projects", "0001_initial")]
    operations = [migrations.RunPython(create_cache_table, migrations.RunPython.noop)]
