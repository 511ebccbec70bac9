"""History tables of the initial migrations, as django-pghistory derives them from the tracked models.

Frozen: a field that is added to a tracked model is added to its history by the same, later migration.
"""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.migrations.operations import CreateModel
from pgtrigger.compiler import Trigger

from annotation_site.migrations.initial.triggers import build_trigger, differ


def with_history(app_label: str, tracked: CreateModel, *, exclude: Sequence[str] = ()) -> list[CreateModel]:
    """Return a table, with triggers that copy what is written into a second table, and that second table."""
    model = f"{app_label}.{tracked.name}"
    kept = [
        (name, copy_field(field)) for name, field in tracked.fields if name not in exclude and not field.many_to_many
    ]
    columns = sorted(column_of(name, field) for name, field in kept)
    key = next(column_of(name, field) for name, field in tracked.fields if field.primary_key)
    changed = f"WHEN ({differ(columns) if exclude else 'OLD.* IS DISTINCT FROM NEW.*'})"
    tracked.options.setdefault("triggers", []).extend(
        [
            copy_row(model, columns, key, label="insert"),
            copy_row(model, columns, key, label="update", condition=changed),
        ]
    )
    events = CreateModel(
        name=f"{tracked.name}Event",
        fields=[
            ("pgh_id", models.AutoField(primary_key=True, serialize=False)),
            ("pgh_created_at", models.DateTimeField(auto_now_add=True)),
            ("pgh_label", models.TextField(help_text="The event label.")),
            ("pgh_obj", unconstrained(model, related_name="events")),
            ("pgh_context", unconstrained("pghistory.Context", null=True, related_name="+")),
            *kept,
        ],
        options={"abstract": False},
    )
    return [tracked, events]


def copy_field(field: models.Field[Any, Any]) -> models.Field[Any, Any]:
    """Return the field without what makes it unique, indexed or bound to another table."""
    if isinstance(field, models.BigAutoField):
        return models.BigIntegerField()
    _, _, arguments, options = field.deconstruct()
    options = {name: value for name, value in options.items() if name not in ("primary_key", "unique")}
    if isinstance(field, models.ForeignKey):
        return unconstrained(**{**options, "related_name": "+", "related_query_name": "+"})
    if isinstance(field, models.SlugField):
        options["db_index"] = False
    return type(field)(*arguments, **options)


def unconstrained(to: str, **options: Any) -> models.ForeignKey[Any, Any]:
    """Return a foreign key to rows that may be gone."""
    return models.ForeignKey(
        to, **{**options, "db_index": True, "on_delete": models.DO_NOTHING, "db_constraint": False}
    )


def column_of(name: str, field: models.Field[Any, Any]) -> str:
    return f"{name}_id" if isinstance(field, models.ForeignKey) else name


def copy_row(model: str, columns: Sequence[str], key: str, *, label: str, condition: str = "") -> Trigger:
    values = {column: f'NEW."{column}"' for column in columns}
    values |= {"pgh_created_at": "NOW()", "pgh_label": f"'{label}'"}
    values |= {"pgh_obj_id": f'NEW."{key}"', "pgh_context_id": "_pgh_attach_context()"}
    events = f"{model.lower().replace('.', '_')}event"
    names = ", ".join(f'"{column}"' for column in sorted(values))
    news = ", ".join(values[column] for column in sorted(values))
    return build_trigger(
        model,
        f"{label}_{label}",
        when="AFTER",
        operation=label.upper(),
        func=f'INSERT INTO "{events}" ({names}) VALUES ({news}); RETURN NULL;',  # noqa: S608 - of our own names
        condition=condition,
    )
