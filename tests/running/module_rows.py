"""Rows with which all tests of a module begin: made once, in a transaction that is taken back after the last of them.

For tests without real transactions: what each does is taken back, and the next begins with the rows as they were made.
Tests with real transactions have `kept_rows`.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def undone() -> Iterator[None]:
    """Take back everything that happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def made_for_module(make: Callable[[], Any]) -> Any:
    """Return a fixture of what `make` makes; a test changes a deep copy of it, for the next begins with the same."""

    @pytest.fixture(scope="module")
    def made(
        request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
    ) -> Iterator[Any]:
        inside = [item for item in request.session.items if item.nodeid.startswith(f"{request.node.nodeid}::")]
        # They may come while the rows are there, and would meet a transaction of which they know nothing.
        assert not any(map(_has_transactions, inside)), "tests with real transactions need a module of their own"
        with ExitStack() as end:
            with django_db_blocker.unblock():
                end.enter_context(undone())
                found = make()
                # Checked now and for good: after each test Django checks all that has not been, and takes it back.
                connection.check_constraints()
            yield found
            with django_db_blocker.unblock():
                end.close()

    return made


def _has_transactions(item: pytest.Item) -> bool:
    return "transactional_db" in getattr(item, "fixturenames", ()) or any(
        mark.kwargs.get("transaction") for mark in item.iter_markers("django_db")
    )
