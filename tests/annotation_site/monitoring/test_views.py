import errno
import re
import tempfile
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import default_storage
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.backups.models import Backup
from annotation_site.jobs.models import WorkerSighting
from annotation_site.mail.models import Mail
from annotation_site.monitoring import parts
from annotation_site.server.database import watch
from annotation_site.server.tables import refuse_newer_tables
from annotation_site.web.availability import explain_unavailability
from tests.stand_ins.object_stores import silent_object_store

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
    assert {name: part["ok"] for name, part in answer.items() if name not in ("ok", "version")} == dict.fromkeys(
        ("database", "broker", "files", "worker", "mail", "tables", "backups", "deletion"), True
    )


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
        "action": "Start the broker. It may be empty: waiting jobs are announced to it again.",
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


def test_a_database_that_goes_away_while_it_is_asked_is_no_fault(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_connection() -> parts.Finding:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(parts, "check_mail", lose_connection)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["mail"]["detail"].startswith("The state of mail is unknown")


def test_the_answer_is_not_cached(client: Client) -> None:
    assert "no-store" in client.get("/health/")["Cache-Control"]


def test_health_cannot_be_posted(client: Client) -> None:
    assert client.post("/health/").status_code == 405


def test_a_web_server_is_well_without_a_worker_where_only_it_is_asked_for(client: Client) -> None:
    response = client.get("/health/?web")
    assert (response.status_code, response.json()["ok"]) == (200, True)
    assert "worker" not in response.json()


def test_a_process_is_alive_whatever_its_parts_do(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "is_silent", True)
    response = client.get("/health/?process")
    assert (response.status_code, response.json()["ok"]) == (200, True)


def test_a_full_disk_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    see_worker()

    def refuse(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    answer = client.get("/health/").json()
    assert answer["files"]["detail"] == "Files cannot be stored: the disk is full. Annotation works, uploads do not."
    assert answer["database"]["ok"] is True


def test_an_object_store_that_never_answers_is_named_soon(client: Client) -> None:
    see_worker()
    with silent_object_store() as door:
        answer = client.get("/health/").json()
        door.setblocking(False)
        door.accept()[0].close()
        with pytest.raises(BlockingIOError):  # nobody asked twice
            door.accept()
        with pytest.raises(BotoCoreError) as caught:
            default_storage.open("any").read()
    told = "Files cannot be stored: the file store does not answer. Annotation works, uploads do not."
    assert answer["files"]["detail"] == told
    assert explain_unavailability(caught.value).startswith("The file store does not answer.")


def test_mail_that_is_held_up_is_named(client: Client) -> None:
    see_worker()
    long_ago = timezone.now() - timedelta(hours=1)
    mail = Mail.objects.create(address="ada@example.org", subject="Hello", created_at=long_ago)
    assert client.get("/health/").json()["mail"]["ok"] is True
    Mail.objects.filter(pk=mail.pk).update(error="Connection refused")
    answer = client.get("/health/").json()["mail"]
    assert answer["ok"] is False
    assert answer["action"].startswith("Look at the mail server.")
    assert answer["detail"].startswith("The mail server has not taken a message for 15 minutes.")


def test_mail_after_one_failed_attempt_is_said_and_no_fault_yet(client: Client) -> None:
    see_worker()
    Mail.objects.create(address="ada@example.org", subject="Hello", error="450 come back later")
    answer = client.get("/health/").json()["mail"]
    assert answer == {"ok": True, "detail": "Messages that wait after a failed attempt: 1. They are tried again."}


def test_without_a_mail_server_health_says_that_no_mail_leaves(client: Client, settings: Any) -> None:
    see_worker()
    settings.MAIL_TRANSPORT = ""
    answer = client.get("/health/")
    assert answer.status_code == 200, "it is no fault"
    assert answer.json()["mail"]["detail"].startswith("No mail leaves this site: it has no mail server (EMAIL_HOST).")
    page = client.get("/health/", headers={"accept": "text/html"}).content.decode()
    assert "No mail leaves this site" in page and '<span class="pill">off</span>' in page


def test_tables_of_another_version_are_named_and_older_code_does_not_start(client: Client) -> None:
    see_worker()
    applied = MigrationRecorder(connection)
    refuse_newer_tables()
    applied.record_applied("alignment", "9999_of_tomorrow")
    assert client.get("/health/").json()["tables"]["detail"].startswith("The database was used by a newer version.")
    with pytest.raises(ImproperlyConfigured, match=r"newer version of Interlinea \(alignment 9999_of_tomorrow\)"):
        refuse_newer_tables()
    applied.record_unapplied("alignment", "9999_of_tomorrow")
    applied.record_unapplied("evaluation", "0001_initial")
    assert client.get("/health/").json()["tables"]["detail"].endswith("Run manage.py migrate.")


def test_an_old_backup_or_none_is_said_where_backups_are_scheduled(client: Client, settings: object) -> None:
    assert client.get("/health/").json()["backups"] == {
        "ok": True,
        "detail": "No backup has been made yet. None are scheduled.",
    }
    settings.BACKUP_FOLDER = "/backups"  # type: ignore[attr-defined]
    assert client.get("/health/").json()["backups"]["ok"] is False
    Backup.objects.create(folder="/backups/new")
    assert client.get("/health/").json()["backups"]["ok"] is True
    Backup.objects.update(made_at=timezone.now() - timedelta(hours=31))
    said = "pg_dump failed: connection to server at “db.internal” (10.0.3.7), user “interlinea” failed"
    Backup.objects.create(folder="/backups/newer", error=said)
    answer = client.get("/health/").json()["backups"]
    assert answer["ok"] is False
    assert re.fullmatch(
        r"The last backup was made on \d\d \w+ at \d\d:\d\d UTC\. A later attempt failed\.", answer["detail"]
    )
    # Anybody may ask: what a program said of hosts, people and folders is for operators.
    for accept in ("application/json", "text/html"):
        shown = client.get("/health/", headers={"accept": accept}).content.decode()
        assert "internal" not in shown and "pg_dump" not in shown and "/backups" not in shown
    client.force_login(User.objects.create_superuser("op@example.org", "a long password", name="Op"))
    assert said in client.get(reverse("projects:operation")).content.decode()
