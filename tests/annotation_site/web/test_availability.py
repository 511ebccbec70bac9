"""Answers while the database is busy or away."""

import threading
from collections.abc import Iterator

import psycopg2
import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from annotation_site.projects.models import Project
from annotation_site.server.database import watch
from annotation_site.web.availability import AWAY, explain_unavailability
from tests.factories import make_project


class Refusal(psycopg2.OperationalError):
    """An error of the server with a code, which psycopg2 gives to its own alone."""

    def __init__(self, code: str | None) -> None:
        super().__init__("refused")
        self.code = code

    @property
    def pgcode(self) -> str | None:  # type: ignore[override]
        return self.code


@pytest.mark.parametrize(
    ("code", "beginning"),
    [
        (None, "The database does not respond."),
        ("55P03", "Somebody else is changing this"),
        ("57014", "This took too long"),
        ("57P01", "The database does not respond."),
        ("08006", "The database does not respond."),
        ("53300", "The database has no room"),
        ("40P01", ""),  # a deadlock is a fault of ours
    ],
)
def test_what_the_database_says_is_told_in_a_sentence(code: str | None, beginning: str) -> None:
    error = OperationalError("refused")
    error.__cause__ = Refusal(code)
    told = explain_unavailability(error)
    assert told.startswith(beginning) and bool(told) == bool(beginning)


def test_other_errors_are_faults() -> None:
    assert explain_unavailability(ValueError("no")) == "" == explain_unavailability(None)


@pytest.fixture
def impatient() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "is_page"),
    [("/projects/{}/guidelines/new/", True), ("/api/v1/projects/{}/guidelines/", False)],
)
def test_a_locked_row_is_answered_by_503_and_its_reason(address: str, is_page: bool, impatient: None) -> None:
    project = make_project()
    locked, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
            locked.set()
            is_over.wait(60)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert locked.wait(60)
    manager = Client(raise_request_exception=False)
    manager.force_login(project.created_by)
    form = {"text": "Link words.", "based_on": "0"}
    how = {} if is_page else {"content_type": "application/json"}
    answer = manager.post(address.format(project.slug), form, **how)
    is_over.set()
    holder.join()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Somebody else is changing this at the moment." in answer.content.decode()
    assert answer["Content-Type"].startswith("text/html" if is_page else "application/json")
    assert not project.guidelines.exists()


@pytest.mark.django_db
def test_while_the_database_is_silent_nothing_asks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "is_silent", True)
    visitor = Client()

    def refuse(*_: object) -> None:
        raise AssertionError("the database was asked")

    with connection.execute_wrapper(refuse):
        page = visitor.get("/")
        fragment = visitor.get("/", headers={"HX-Request": "true"})
        data = visitor.get("/api/v1/projects/")
        health = visitor.get("/health/?web", headers={"Accept": "application/json"})
    assert [each.status_code for each in (page, fragment, data, health)] == [503] * 4
    assert AWAY in page.content.decode() and AWAY in fragment.content.decode()
    assert data.json() == {"code": "unavailable", "detail": AWAY}
    assert "<html" not in fragment.content.decode()
    assert health.json()["database"]["ok"] is False
