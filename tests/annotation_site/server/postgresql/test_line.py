"""Statements that wait for the next one: fewer round trips, and the same rows and failures as without."""

import threading
from io import StringIO
from typing import Any

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction

from annotation_site.accounts.models import User
from annotation_site.prepared import Prepared, Statement
from annotation_site.server.postgresql.line import Cursor
from tests.factories import make_user
from tests.servers import wait_until

rename = Statement("UPDATE projects_user SET name = $2 WHERE id = $1")
divide = Statement("SELECT 1 / $1::int")
lock = Prepared(lambda pk: User.objects.filter(pk=pk).select_for_update(no_key=True).order_by().values_list("pk"))
read_name = Prepared(lambda pk: User.objects.filter(pk=pk).order_by().values_list("name", flat=True))
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with each message to the database: how many statements it holds."""
    sent: list[int] = []
    execute = Cursor.execute

    def count(self: Cursor, query: Any, values: Any = None) -> None:
        sent.append(len(self.connection.waiting) + 1)
        execute(self, query, values)

    monkeypatch.setattr(Cursor, "execute", count)
    return sent


def ask_once() -> None:
    """Let this connection prepare what the tests count."""
    with transaction.atomic():
        lock(0), read_name(0), rename(0, "")


def test_a_transaction_begins_with_its_first_statement_and_ends_with_its_last(trips: list[int]) -> None:
    ada = make_user("Ada")
    ask_once()
    trips.clear()
    with transaction.atomic():
        lock.later(ada.pk)
        assert read_name(ada.pk) == ["Ada"]
        rename.later(ada.pk, "Ada Lovelace")
        rename.later(ada.pk, "Lovelace, Ada; 100 %")
    assert trips == [3, 3]
    ada.refresh_from_db()
    assert ada.name == "Lovelace, Ada; 100 %"


def test_a_transaction_that_asks_nothing_costs_nothing(trips: list[int]) -> None:
    ask_once()
    trips.clear()
    with transaction.atomic():
        pass
    with pytest.raises(KeyError), transaction.atomic():
        raise KeyError
    with pytest.raises(KeyError), transaction.atomic():
        rename.later(0, "nobody")
        raise KeyError
    assert trips == []


def test_a_statement_that_waits_is_undone_with_its_transaction() -> None:
    ada = make_user("Ada")
    with pytest.raises(KeyError), transaction.atomic():
        rename(ada.pk, "Grace")
        rename.later(ada.pk, "Emmy")
        raise KeyError
    assert read_name(ada.pk) == ["Ada"]


def test_a_savepoint_takes_back_what_came_after_it_alone() -> None:
    ada = make_user("Ada")
    with transaction.atomic():
        rename.later(ada.pk, "Grace")
        with pytest.raises(KeyError), transaction.atomic():
            divide.later(0)
            raise KeyError
        with pytest.raises(DataError, match="division by zero"), transaction.atomic():
            rename.later(ada.pk, "Emmy")
            divide.later(0)
    assert read_name(ada.pk) == ["Grace"]


def test_a_statement_that_fails_with_the_commit_leaves_nothing_behind() -> None:
    ada, grace = make_user("Ada"), make_user("Grace")
    move = Statement("UPDATE projects_user SET email = $2 WHERE id = $1")
    stored: list[str] = []
    with pytest.raises(IntegrityError), transaction.atomic():
        transaction.on_commit(lambda: stored.append("told"))
        rename.later(ada.pk, "Emmy")
        move.later(ada.pk, grace.email)
    assert read_name(ada.pk) == ["Ada"]
    assert stored == []


def test_what_is_read_behind_a_lock_is_what_the_one_before_left() -> None:
    ada = make_user("Ada")
    found = []

    def read_behind() -> None:
        with transaction.atomic():
            lock.later(ada.pk)
            found.extend(read_name(ada.pk))
        connection.close()

    second = threading.Thread(target=read_behind)
    with transaction.atomic():
        rename(ada.pk, "Emmy")
        second.start()
        wait_until(_someone_waits, "nobody waits for the lock", 30)
    second.join()
    assert found == ["Emmy"]


def _someone_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def test_streams_copies_and_lists_come_after_what_waits() -> None:
    ada, copied = make_user("Ada"), StringIO()
    with transaction.atomic():
        rename.later(ada.pk, "Grace")
        assert [each.name for each in User.objects.filter(pk=ada.pk).iterator()] == ["Grace"]
        rename.later(ada.pk, "Emmy")
        with connection.cursor() as cursor:
            cursor.copy_expert(f"COPY (SELECT name FROM projects_user WHERE id = {ada.pk}) TO STDOUT", copied)
            rename.later(ada.pk, "Sofia")
            cursor.executemany("UPDATE projects_user SET name = name || %s WHERE id = %s", [["!", ada.pk]] * 2)
    assert copied.getvalue() == "Emmy\n"
    assert read_name(ada.pk) == ["Sofia!!"]


def test_a_connection_that_is_lost_loses_the_transaction_alone() -> None:
    ada = make_user("Ada")
    with pytest.raises(OperationalError), transaction.atomic():
        rename(ada.pk, "Emmy")
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connection.close()
    assert read_name(ada.pk) == ["Ada"]
