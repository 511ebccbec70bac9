from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from annotation_site.jobs.models import WorkerSighting

pytestmark = pytest.mark.django_db
BROWSER = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,*/*;q=0.8"}


def see_worker() -> None:
    WorkerSighting.objects.create(name="celery@here", processes=1, seen_at=timezone.now())


def test_a_site_with_all_its_parts_is_well(client: Client) -> None:
    see_worker()
    response = client.get("/health/")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    answer = response.json()
    assert answer["ok"] is True
    assert [answer[part]["ok"] for part in ("database", "broker", "worker")] == [True, True, True]


@pytest.mark.usefixtures("nobody_works")
def test_a_missing_worker_is_said_in_words_with_503(client: Client) -> None:
    response = client.get("/health/", **BROWSER)
    assert response.status_code == 503
    assert response["Content-Type"].startswith("text/html")
    assert (
        "No worker has responded for 30 seconds. Annotation works, but imports and releases wait."
        in response.content.decode()
    )


@pytest.mark.usefixtures("nobody_works")
def test_a_worker_seen_long_ago_counts_as_missing(client: Client) -> None:
    WorkerSighting.objects.create(name="celery@gone", processes=1, seen_at=timezone.now() - timedelta(seconds=31))
    assert client.get("/health/").json()["worker"]["ok"] is False


def test_a_broker_that_is_away_is_said_within_a_few_seconds(client: Client, settings: object) -> None:
    see_worker()
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/health/").json()
    assert answer["broker"] == {
        "ok": False,
        "detail": "The broker does not respond. Annotation works, but new jobs wait.",
    }
    assert answer["worker"]["ok"] is True


def test_a_database_that_is_away_is_said_even_to_somebody_signed_in(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise OperationalError("connection refused")

    client.cookies["sessionid"] = "a" * 32
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", refuse)
    response = client.get("/health/", **BROWSER)
    assert response.status_code == 503
    page = response.content.decode()
    assert "The database does not respond. Pages that require signing in do not work." in page
    assert "The state of the workers is unknown, because the database does not respond." in page


def test_the_answer_is_not_cached(client: Client) -> None:
    assert "no-store" in client.get("/health/")["Cache-Control"]


def test_health_cannot_be_posted(client: Client) -> None:
    assert client.post("/health/").status_code == 405


def test_a_web_server_is_well_without_a_worker_where_only_it_is_asked_for(client: Client) -> None:
    response = client.get("/health/?web")
    assert (response.status_code, response.json()["ok"]) == (200, True)
    assert "worker" not in response.json()
