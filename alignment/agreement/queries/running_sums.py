"""Sums by key, and adding to a table of running sums without locking out of order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import add
from typing import Any, cast

from django.db import connection, models

from annotation_site.server.postgresql.statements import execute

Key = tuple[Any, ...]
Sums = Mapping[Key, Sequence[int]]


def add_up(contributions: Iterable[tuple[Key, Sequence[int]]]) -> dict[Key, list[int]]:
    """Return the sums of rows that share a key."""
    sums: defaultdict[Key, list[int]] = defaultdict(list)
    for key, row in contributions:
        known = sums[key]
        sums[key] = list(map(add, known, row)) if known else [int(value) for value in row]
    return dict(sums)


def add_sums(one: Sums, other: Sums) -> Sums:
    """Return both added together, key by key."""
    return add_up([*one.items(), *other.items()])


def difference_of(before: Sums, after: Sums) -> dict[Key, list[int]]:
    """Return what to add to the old sums to get the new ones; keys without a change are left out."""
    deltas = {key: list(row) for key, row in after.items()}
    for key, row in before.items():
        now = deltas.get(key, [0] * len(row))
        deltas[key] = [new - old for new, old in zip(now, row, strict=True)]
    return {key: row for key, row in deltas.items() if any(row)}


def upsert_sums(model: type[models.Model], keys: Sequence[str], sums: Sequence[str], deltas: Sums) -> None:
    """Add to the rows of a table of running sums, and create missing rows; keys are locked in order."""
    if not deltas:
        return
    # One statement in the order of the keys: two transactions lock the rows they share in the same order.
    rows = [(*key, *deltas[key]) for key in sorted(deltas)]
    execute(_compose_upsert(model, tuple(keys), tuple(sums)), [list(column) for column in zip(*rows, strict=True)])


@cache
def _compose_upsert(model: type[models.Model], keys: Sequence[str], sums: Sequence[str]) -> str:
    table = model._meta.db_table
    fields = [cast("models.Field[Any, Any]", model._meta.get_field(name)) for name in (*keys, *sums)]
    columns = [field.column for field in fields]
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    added = ", ".join(f"{name} = {table}.{name} + EXCLUDED.{name}" for name in sums)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT * FROM unnest({arrays}) "  # noqa: S608 - names of our own columns
        f"ON CONFLICT ({', '.join(columns[: len(keys)])}) DO UPDATE SET {added}"
    )
