"""Making backups and keeping a record of them, and the rotation of scheduled ones."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from annotation_site.backups.copies import Contents, back_up
from annotation_site.backups.models import Backup
from annotation_site.backups.rotation import NAME, name_backup, select_kept
from annotation_site.jobs.workers.holds import Hold, holding_session
from annotation_site.web.exceptions import DomainError


def make_backup(folder: Path) -> Contents:
    """Write a backup to a new folder and record it."""
    contents = back_up(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    Backup.objects.create(folder=str(folder), size=size)
    Backup.objects.exclude(error="").delete()
    return contents


def make_due_backup() -> None:
    """Make the backup of the day if it is due and no other worker makes it, and delete those that rotation drops.

    A failure is recorded for health to show, and tried again when the clock rings next.
    """
    with holding_session(Hold.BACKUP) as is_held:
        now = _read_clock()
        if not is_held or Backup.objects.complete().filter(made_at__gte=find_due_moment(now)).exists():
            return
        folder = Path(settings.BACKUP_FOLDER) / name_backup(now)
        try:
            make_backup(folder)
            rotate(folder.parent)
        except DomainError as error:
            Backup.objects.create(folder=str(folder), error=error.sentence[:1000])
            raise


def find_due_moment(now: datetime) -> datetime:
    """Return the last moment at which a backup became due: `BACKUP_HOUR` of today or yesterday, UTC."""
    today = now.astimezone(UTC).replace(hour=settings.BACKUP_HOUR, minute=0, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)


def rotate(folder: Path) -> list[str]:
    """Delete scheduled backups that are no longer kept and what killed ones left; return their names. Other folders are
    left alone.
    """
    names = [
        path.name for path in folder.iterdir() if NAME.fullmatch(path.name.removeprefix(".").removesuffix(".partial"))
    ]
    kept = select_kept(names, settings.BACKUP_DAYS, settings.BACKUP_WEEKS)
    dropped = sorted(set(names) - kept)
    try:
        for name in dropped:
            shutil.rmtree(folder / name)
    except OSError as error:
        raise DomainError(f"The backup was made, but an old one cannot be deleted: {error}.") from error
    return dropped


def _read_clock() -> datetime:
    """Return the time of the database: the machines of workers may differ."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        return cursor.fetchone()[0]
