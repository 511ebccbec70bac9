"""Terms for which things are kept: said before they are applied, by page and command."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs import jobs
from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import Term, list_terms
from annotation_site.notices.models import Notice
from annotation_site.operators.queries.storage import list_due
from tests.factories import make_project

LONG_AGO = timezone.now() - timedelta(days=400)


@pytest.fixture
def old_upload(db: None) -> Upload:
    project = make_project()
    upload = Upload.objects.create(project=project, uploaded_by=project.created_by, name="f", size=42, sha256="0" * 64)
    Upload.objects.update(created_at=LONG_AGO)
    return upload


def test_a_dry_run_says_what_would_go_and_deletes_nothing(
    old_upload: Upload, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("sweep", "--dry-run")
    said = capsys.readouterr().out.splitlines()
    assert "1 uploads that no job uses, 42 bytes: would be deleted after 7 days (UPLOADS_KEPT_DAYS)" in said
    assert len(said) == len(list_terms()) == 9
    assert Upload.objects.exists()
    call_command("sweep")
    assert not Upload.objects.exists()


def test_notices_that_nobody_gets_go_after_their_days(db: None) -> None:
    project = make_project()
    for arose_at in (LONG_AGO, timezone.now()):
        Notice.objects.create(user=project.created_by, project=project, task="questions", arose_at=arose_at)
    jobs.sweep()
    assert [notice.arose_at > LONG_AGO for notice in Notice.objects.all()] == [True]


def test_a_store_that_fails_keeps_nothing_else_and_is_heard_of(
    old_upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(rows: Any) -> int:
        raise OSError("The file store does not answer.")

    terms = list_terms()
    first = Term("anything", terms[0].setting, terms[0].find, fail)
    monkeypatch.setattr(jobs, "list_terms", lambda: [first, *terms])
    with pytest.raises(ExceptionGroup, match="could not delete everything") as raised:
        jobs.sweep()
    assert [str(error) for error in raised.value.exceptions] == ["The file store does not answer."]
    assert not Upload.objects.exists()


def test_more_than_fits_a_batch_goes_in_one_sweep(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project()
    Notice.objects.bulk_create(
        Notice(user=project.created_by, project=project, task="questions", arose_at=LONG_AGO) for _ in range(5)
    )
    monkeypatch.setattr("annotation_site.jobs.registry.MOST_AT_ONCE", 2)
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 2)
    jobs.sweep()
    assert not Notice.objects.exists()


def test_the_page_of_storage_shows_terms_and_totals(operator: User, old_upload: Upload, client: Client) -> None:
    client.force_login(operator)
    answer = client.get("/operators/storage/")
    used = {use.quota.name: use.used for use in answer.context["uses"]}
    assert used == {"upload_bytes": "42 bytes", "projects": "1", "jobs": "0"}
    assert {row.noun: row.count for row in answer.context["due"]} == {row.noun: row.count for row in list_due()}


def test_only_operators_see_storage(db: None, client: Client) -> None:
    client.force_login(make_project().created_by)
    assert client.get("/operators/storage/").status_code == 403
