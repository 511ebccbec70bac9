"""Migrations that would keep people waiting, or break the processes of the version before, which still run.

django-migration-linter reads the SQL of each. It does not look at constraints, which PostgreSQL checks against every
row of both tables while it keeps out whoever writes; that is added here.
"""

import re
from collections.abc import Collection

from django.conf import settings
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser.base import Check, CheckMode, CheckType
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

APPS = ("projects", *settings.KIND_APPS)
CONSTRAINT = re.compile(
    r"ALTER TABLE (\S+) .*\bADD CONSTRAINT \S+ (CHECK|FOREIGN KEY|EXCLUDE)|ADD COLUMN .* REFERENCES "
)


def validates_every_row(statements: list[str], **_: object) -> bool:
    """Return whether a constraint is added to a table that may hold rows, and checked at once."""
    made = {table for each in statements for table in re.findall(r"^CREATE TABLE (\S+)", each)}
    found = [(each, CONSTRAINT.search(each)) for each in statements if "NOT VALID" not in each]
    return any(match and match[1] not in made for _, match in found)


class Analyser(PostgresqlAnalyser):
    """The linter's own checks, and ours."""

    migration_checks = [
        *PostgresqlAnalyser.migration_checks,
        Check(
            code="VALIDATES",
            fn=validates_every_row,
            message="ADDING a constraint reads the whole table under a lock: add it NOT VALID, validate it afterwards",
            mode=CheckMode.TRANSACTION,
            type=CheckType.ERROR,
        ),
    ]


def lint_migrations(accepted: Collection[str]) -> MigrationLinter:
    """Lint every migration of ours but initial ones, whose tables are empty, and accepted ones; warnings count as
    errors.
    """
    linter = MigrationLinter(
        include_apps=APPS,
        ignore_initial_migrations=True,
        ignore_name=accepted,
        all_warnings_as_errors=True,
        no_cache=True,
    )
    linter.sql_analyser_class = Analyser
    linter.lint_all_migrations()
    return linter


def lint_statements(statements: list[str]) -> list[str]:
    """Return the codes of what is wrong with the statements of one migration."""
    analyser = Analyser(exclude_migration_tests=None)
    analyser.analyse(statements)
    return [issue.code for issue in [*analyser.errors, *analyser.warnings]]
