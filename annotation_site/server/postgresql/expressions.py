"""Expressions that only PostgreSQL has."""

from typing import Any

from django.db.models import Func, JSONField, QuerySet, Subquery


class RowsAsJson(Subquery):
    """Rows of a QuerySet as one JSON value: read by one call, however many there are.

    As text, for half of the time of `jsonb`, which PostgreSQL would make only to write it out.
    """

    template = "(SELECT coalesce(json_agg(one), '[]')::text FROM (%(subquery)s) AS found (one))"
    output_field = JSONField()

    def __init__(self, rows: QuerySet[Any, Any], *columns: Any) -> None:
        one = Func(*columns, function="json_build_array", output_field=JSONField())
        super().__init__(rows.values_list(one))
