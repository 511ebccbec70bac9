"""Triggers of the initial tables, as django-pgtrigger writes them from the models.

Frozen: a model's trigger that changes gets a migration of its own.
"""

import hashlib
from collections.abc import Sequence

from pgtrigger.compiler import Trigger, UpsertTriggerSql


def refuse_changes(model: str, *, name: str) -> Trigger:
    """Refuse UPDATE and DELETE."""
    refusal = "RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;"
    return build_trigger(model, name, when="BEFORE", operation="UPDATE OR DELETE", func=refusal)


def fix_columns(model: str, columns: Sequence[str], *, name: str) -> Trigger:
    """Refuse an UPDATE that changes one of the columns."""
    refusal = "RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;"
    return build_trigger(
        model, name, when="BEFORE", operation="UPDATE", func=refusal, condition=f"WHEN ({differ(columns)})"
    )


def build_trigger(model: str, name: str, *, when: str, operation: str, func: str, **more: str) -> Trigger:
    digest = hashlib.sha1(f"{model}:{name}".encode(), usedforsecurity=False).hexdigest()[:5]
    sql = UpsertTriggerSql(
        pgid=f"pgtrigger_{name}_{digest}",
        table=model.lower().replace(".", "_"),
        when=when,
        operation=operation,
        func=func,
        **{"condition": "", **more},
    )
    return Trigger(name=name, sql=sql)


def differ(columns: Sequence[str]) -> str:
    """Return the SQL condition that the old and the new row differ in one of the columns."""
    return " OR ".join(f'OLD."{column}" IS DISTINCT FROM (NEW."{column}")' for column in columns)
