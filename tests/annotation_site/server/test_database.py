"""The sessions of a web process."""

from copy import deepcopy

import pytest
from django.db import connections
from django.db.utils import load_backend

from annotation_site.server.database import limit_waiting


@pytest.mark.django_db
def test_a_prepared_query_is_planned_once_never_compiled_and_goes_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"default": deepcopy(connections["default"].settings_dict)}
    monkeypatch.setattr(connections, "settings", given)
    limit_waiting()
    session = load_backend(given["default"]["ENGINE"]).DatabaseWrapper(given["default"])
    try:
        with session.cursor() as cursor:
            cursor.execute("PREPARE find AS SELECT count(*) FROM projects_item WHERE ring_place > $1")
            cursor.execute("EXECUTE find(0.5)")
            cursor.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements")
            assert cursor.fetchall() == [(1, 0)]
            cursor.execute("SELECT current_setting('jit'), current_setting('random_page_cost')")
            assert cursor.fetchall() == [("off", "1.1")]
    finally:
        session.close()
