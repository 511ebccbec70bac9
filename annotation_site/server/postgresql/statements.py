"""SQL that no QuerySet can say, or that a save asks all day long: run as it is written, with its values beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

Values = Sequence[Any] | Mapping[str, Any]


def order_columns(model: type[Model], *names: str) -> list[str]:
    """Return these columns of a model in the order of its fields: `Model.from_db` takes values by it, not by names."""
    return [field.attname for field in model._meta.concrete_fields if field.attname in names]


def fetch_rows(sql: str, values: Values) -> list[tuple[Any, ...]]:
    """Return the rows of a statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def execute(sql: str, values: Values) -> None:
    """Run a statement that gives no rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
