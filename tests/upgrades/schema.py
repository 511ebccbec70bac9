"""The objects of a database as text, to compare one that was upgraded with one that was made anew."""

import re

from django.db import connection

# Without the order of columns, in which an upgrade appends.
OBJECTS = """
    SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default)
        FROM information_schema.columns WHERE table_schema = 'public'
    UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT format('constraint %s of %s %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""


# PostgreSQL writes the casts in a list of values in one way when a table is made, in another when it is restored.
CASTS = re.compile(r"::(character varying|text)(\[\])?|[()]")


def read_schema() -> set[str]:
    """Return one line for each column, index, constraint, trigger and function, without casts and brackets."""
    with connection.cursor() as cursor:
        cursor.execute(OBJECTS)
        return {CASTS.sub("", text) for (text,) in cursor.fetchall()}
