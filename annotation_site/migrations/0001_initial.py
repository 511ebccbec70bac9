"""Create the tables of people, alone: those of other packages refer to them."""

from django.db import migrations

from annotation_site.migrations.initial import accounts
from annotation_site.migrations.initial.tables import CreateTables


class Migration(migrations.Migration):
    initial = True
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        CreateTables(accounts.tables),
        # Its entries are written by almost every request and last minutes.
        migrations.RunSQL("ALTER TABLE projects_guardentry SET UNLOGGED", migrations.RunSQL.noop),
    ]
