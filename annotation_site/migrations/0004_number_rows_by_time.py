"""Number assignments, comments and tokens by the time at which they are made.

Annotators see these numbers in addresses and in the API. One counter for the whole site would tell them how much others
work between two of their own: numbers of an identity column are counted. A number of time, in eighths of a microsecond
since 2026, tells what stands beside it anyway, keeps the order in which rows were made, and stays below 2**53, which is
as far as JavaScript counts, until 2061. Its last three bits keep apart what is made in one microsecond: a counter of the
table, to which a digest of the moment is added under a secret of this database, so that it cannot be counted either.
"""

import secrets
from typing import Any

from django.db import migrations

TABLES = ("projects_assignment", "projects_comment", "projects_apitoken")
FUNCTION = """
CREATE FUNCTION number_by_time(counter regclass) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    moment bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint - 1767225600000000; -- 2026 UTC
BEGIN
    RETURN moment * 8 + ((nextval(counter) + hashint8extended(moment, (SELECT seed FROM number_seed))) & 7);
END $$
"""


def make_seed(apps: Any, schema_editor: Any) -> None:
    """Store the secret of this database; a restored one brings its own."""
    schema_editor.execute("INSERT INTO number_seed (seed) VALUES (%s)", [secrets.randbits(62)])


def number_by_time(table: str) -> migrations.RunSQL:
    """Return what replaces the counter of a table; nothing is read or written of its rows."""
    counter = f"{table}_counter"
    return migrations.RunSQL(
        [
            f"ALTER TABLE {table} ALTER COLUMN id DROP IDENTITY",
            f"CREATE SEQUENCE {counter} OWNED BY {table}.id",
            f"ALTER TABLE {table} ALTER COLUMN id SET DEFAULT number_by_time('{counter}')",
        ],
        migrations.RunSQL.noop,
    )


class Migration(migrations.Migration):
    dependencies = [("projects", "0003_incidents")]
    operations = [
        migrations.RunSQL("CREATE TABLE number_seed (seed bigint NOT NULL)", migrations.RunSQL.noop),
        migrations.RunPython(make_seed, migrations.RunPython.noop),
        migrations.RunSQL(FUNCTION, migrations.RunSQL.noop),
        *(number_by_time(table) for table in TABLES),
    ]
