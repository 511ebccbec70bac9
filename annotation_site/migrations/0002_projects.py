"""Create the tables that every kind of annotation shares."""

from django.core.management import call_command
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from annotation_site.migrations.initial import (
    assignments,
    backups,
    closing,
    deposits,
    exclusions,
    feedback,
    jobs,
    machines,
    mail,
    notices,
    operations,
    operators,
    projects,
    releases,
    webhooks,
)
from annotation_site.migrations.initial.tables import CreateTables


def create_cache_table(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the table of the cache for computed figures; no second command is needed then."""
    call_command("createcachetable", verbosity=0)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("projects", "0001_initial"), ("pghistory", "0007_auto_20250421_0444")]
    operations = [
        CreateTables(
            [
                *projects.tables,
                *assignments.tables,
                *exclusions.tables,
                *feedback.tables,
                *operations.tables,
                *jobs.tables,
                *machines.tables,
                *mail.tables,
                *backups.tables,
                *notices.tables,
                *releases.tables,
                *deposits.tables,
                *closing.tables,
                *operators.tables,
                *webhooks.tables,
            ]
        ),
        migrations.RunPython(create_cache_table, migrations.RunPython.noop),
    ]
