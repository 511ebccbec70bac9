"""No index repeats the beginning of another: it would cost every write and answer nothing more."""

import pytest
from django.apps import apps
from django.db import connection

# Another index of the same table begins with the same columns in the same order; neither is of some rows only.
REDUNDANT = """
    SELECT shorter.indrelid::regclass::text, pg_get_indexdef(shorter.indexrelid, 1, false)
    FROM pg_index shorter
    JOIN pg_index longer USING (indrelid)
    JOIN pg_class short_one ON short_one.oid = shorter.indexrelid
    JOIN pg_class long_one ON long_one.oid = longer.indexrelid
    WHERE short_one.relnamespace = 'public'::regnamespace
        AND shorter.indexrelid <> longer.indexrelid
        AND short_one.relam = long_one.relam
        AND NOT shorter.indisunique
        AND num_nulls(shorter.indpred, longer.indpred, shorter.indexprs) = 3
        AND longer.indnkeyatts >= shorter.indnkeyatts
        AND (shorter.indkey::int2[])[0:shorter.indnkeyatts - 1] = (longer.indkey::int2[])[0:shorter.indnkeyatts - 1]
        AND (shorter.indclass::oid[])[0:shorter.indnkeyatts - 1] = (longer.indclass::oid[])[0:shorter.indnkeyatts - 1]
"""
# Tables of Django and allauth.
NOT_OURS = {
    ("account_emailaddress", "user_id"),
    ("auth_permission", "content_type_id"),
    ("socialaccount_socialtoken", "app_id"),
}


@pytest.mark.django_db
def test_no_index_repeats_the_beginning_of_another() -> None:
    # Django writes the tables of many-to-many fields, too, and gives them both indexes.
    links = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.auto_created}
    with connection.cursor() as cursor:
        cursor.execute(REDUNDANT)
        found = {(table, column) for table, column in cursor.fetchall() if table not in links}
    assert found == NOT_OURS, "For a foreign key: db_index=False in the model and in its migration."
