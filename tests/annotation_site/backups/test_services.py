"""Scheduled backups: when one is made, what is recorded, and what is deleted."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from annotation_site.backups import services
from annotation_site.backups.jobs import back_up_daily
from annotation_site.backups.models import Backup
from annotation_site.backups.services import find_due_moment, make_due_backup, rotate
from annotation_site.jobs.workers.holds import Hold, holding_session
from annotation_site.web.exceptions import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Set the folder of scheduled backups."""
    settings.BACKUP_FOLDER = str(tmp_path)
    return tmp_path


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Write folders with an empty file instead of backups, and give them."""
    made: list[Path] = []

    def write(folder: Path) -> dict[str, object]:
        folder.mkdir()
        (folder / "database.dump").write_text("dump")
        made.append(folder)
        return {}

    monkeypatch.setattr(services, "back_up", write)
    return made


def test_none_is_made_unless_a_folder_is_set(written: list[Path]) -> None:
    back_up_daily()
    assert not written


def test_one_is_made_a_day_and_recorded(folder: Path, written: list[Path]) -> None:
    back_up_daily()
    back_up_daily()
    [made], [record] = written, Backup.objects.all()
    assert (made.parent, record.folder, record.size, record.error) == (folder, str(made), 4, "")
    Backup.objects.update(made_at=timezone.now() - timedelta(days=1, minutes=1))
    made.rename(folder / "2026-01-01T000000Z")
    back_up_daily()
    assert Backup.objects.count() == 2


def test_a_real_backup_is_made(folder: Path) -> None:
    make_due_backup()
    [made] = folder.iterdir()
    assert (made / "database.dump").stat().st_size < Backup.objects.get().size


@pytest.mark.parametrize(
    ("now", "due"), [("2026-11-22T02:59", "2026-11-21T03:00"), ("2026-11-22T03:00", "2026-11-22T03:00")]
)
def test_one_is_due_at_its_hour(now: str, due: str, settings: Settings) -> None:
    settings.BACKUP_HOUR = 3
    moment, expected = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (now, due))
    assert find_due_moment(moment) == expected


def test_two_workers_make_one(folder: Path, written: list[Path]) -> None:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, 0)", [Hold.BACKUP])
            make_due_backup()
            # A closed session holds its locks until its process has ended.
            cursor.execute("SELECT pg_advisory_unlock(%s, 0)", [Hold.BACKUP])
    finally:
        other.close()
    assert not written
    with holding_session(Hold.BACKUP) as is_held:
        assert is_held


def test_a_failure_is_recorded_logged_and_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(folder: Path) -> None:
        raise DomainError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(services, "back_up", fail)
        back_up_daily()
    assert "No backup was made: The disk is full." in caplog.text
    assert Backup.objects.get().error == "The disk is full."
    back_up_daily()
    assert Backup.objects.get().error == ""


def test_rotation_deletes_old_ones_and_leftovers_and_nothing_else(folder: Path, settings: Settings) -> None:
    settings.BACKUP_DAYS, settings.BACKUP_WEEKS = 2, 1
    names = ["2026-11-20T030000Z", "2026-11-21T030000Z", "2026-11-22T030000Z", ".2026-11-22T020000Z.partial", "by hand"]
    for name in names:
        (folder / name / "files").mkdir(parents=True)
    assert rotate(folder) == [".2026-11-22T020000Z.partial", "2026-11-20T030000Z"]
    assert sorted(path.name for path in folder.iterdir()) == [names[1], names[2], "by hand"]
