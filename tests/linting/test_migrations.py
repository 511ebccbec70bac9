"""Migrations lock no large table, and leave it usable for the version before."""

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently, RemoveIndexConcurrently
from django.db import connection, connections, models
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    RemoveField,
    RemoveIndex,
    RenameField,
    RunSQL,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Q

from tests.linting.migrations import lint_migrations, lint_statements

pytestmark = pytest.mark.django_db
# Migrations that are refused and right all the same, such as those of tables that stay small, each with the reason.
ACCEPTED = {
    "0005_longer_identifiers": "a longer varchar rewrites no row and scans none; older processes write shorter ones",
}
TABLE = CreateModel(
    "Large",
    [
        ("id", models.BigAutoField(primary_key=True)),
        ("number", models.IntegerField()),
        ("kind", models.IntegerField(db_index=True)),
    ],
    {"indexes": [models.Index(fields=["number", "kind"], name="large_both")]},
)
INDEX = models.Index(fields=["number"], name="large_number")
CHECK = models.CheckConstraint(condition=Q(number__gt=0), name="large_positive")
UNIQUE = models.UniqueConstraint(fields=["number"], name="large_once")


def write_sql(*operations: Operation) -> list[str]:
    """Return the statements of a migration of a table that is there."""
    state = ProjectState()
    TABLE.state_forwards("projects", state)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        for operation in operations:
            before = state.clone()
            operation.state_forwards("projects", state)
            operation.database_forwards("projects", editor, before, state)
    return [line for line in editor.collected_sql if not line.startswith("--")]


# An index that is made concurrently is refused within a transaction, even where its SQL is only written.
@pytest.mark.django_db(transaction=True)
def test_every_migration_is_safe_on_large_tables(capsys: pytest.CaptureFixture[str]) -> None:
    linter = lint_migrations(ACCEPTED)
    assert not linter.has_errors, capsys.readouterr().out
    assert linter.nb_total > 0


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (AddIndex("large", INDEX), "CREATE_INDEX"),
        (RemoveIndex("large", "large_both"), "DROP_INDEX"),
        (AddConstraint("large", CHECK), "VALIDATES"),
        (AddConstraint("large", UNIQUE), "ADD_UNIQUE"),
        (AddField("large", "other", models.ForeignKey("projects.Large", models.CASCADE, null=True)), "VALIDATES"),
        (AddField("large", "other", models.IntegerField(default=1)), "NOT_NULL"),
        (AlterField("large", "number", models.TextField()), "ALTER_COLUMN"),
        (RemoveField("large", "number"), "DROP_COLUMN"),
        (RenameField("large", "number", "count"), "RENAME_COLUMN"),
        (RunSQL("REINDEX TABLE projects_large"), "REINDEX"),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_what_locks_a_large_table_or_breaks_older_code_is_refused(operation: Operation, code: str) -> None:
    assert code in lint_statements(write_sql(operation))


@pytest.mark.parametrize(
    "operation",
    [
        AddIndexConcurrently("large", INDEX),
        RemoveIndexConcurrently("large", "large_both"),
        AddConstraintNotValid("large", CHECK),
        AddField("large", "other", models.IntegerField(null=True)),
        AddField("large", "other", models.IntegerField(db_default=1)),
        CreateModel(
            "Small", [("id", models.BigAutoField(primary_key=True)), ("at", models.IntegerField(db_index=True))]
        ),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_leaves_people_working_is_accepted(operation: Operation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections["default"], "in_atomic_block", False)  # nothing is run here, only written
    assert lint_statements(write_sql(operation)) == []
