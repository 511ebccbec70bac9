"""The parts of a site, and whether each does its work; every answer comes within some seconds."""

import errno
import tempfile
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import redis
from django.conf import settings
from django.core.files.storage import FileSystemStorage, storages
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models.functions import Now

from annotation_site.backups.models import Backup
from annotation_site.jobs.models import WorkerSighting
from annotation_site.mail.models import Mail
from annotation_site.projects.kinds import list_kept_too_long
from annotation_site.server.database import watch
from annotation_site.server.object_store import is_of_object_store
from annotation_site.server.tables import find_missing_migrations, find_unknown_migrations
from annotation_site.web.mail import sends_mail

PING_SECONDS = 1
MAIL_WAITS = timedelta(minutes=15)
# Made once a day, so that one was missed.
BACKUP_WAITS = timedelta(hours=30)
PROBE = b"x" * 4096
WHY_FULL = ("the disk is full", "Enlarge the disk, or move old backups and logs away.")
WHY_CLOSED = ("their folder cannot be written", "Let the site's user write the folder that INTERLINEA_DATA names.")
NO_MAIL = "No mail leaves this site: it has no mail server (EMAIL_HOST). Invitation links are copied by hand."


class Finding(NamedTuple):
    """The state of one part; `is_off` for one that the operator left out, which is no fault. Of one that is not well,
    `remedy` says what the operator does. Anybody may read these; `cause`, what a program said, names hosts and folders
    and is shown to operators alone.
    """

    name: str
    sentence: str
    is_well: bool
    is_off: bool = False
    remedy: str = ""
    cause: str = ""


def check_all() -> list[Finding]:
    """Return the state of every part."""
    database = check_database()
    asked = (
        ("worker", "the workers", check_worker),
        ("mail", "mail", check_mail),
        ("tables", "the tables", check_tables),
        ("backups", "backups", check_backups),
        ("deletion", "the deletion of personal data", check_deletion),
    )
    by_database = [ask_database(name, what, check, database) for name, what, check in asked]
    return [database, check_broker(), check_files(), *by_database]


def ask_database(name: str, what: str, check: Callable[[], Finding], database: Finding) -> Finding:
    """Return what the check finds; nothing is known if the database is away, or goes away while it is asked."""
    try:
        return check() if database.is_well else leave_open(name, what)
    except DatabaseError:
        return leave_open(name, what)


def check_database() -> Finding:
    """Return whether the database responds; one that hangs is not asked."""
    if not _answers():
        return Finding(
            "database",
            "The database does not respond. Pages that require signing in do not work.",
            is_well=False,
            remedy="Start PostgreSQL, and look at its log and its disk. Everything confirmed as saved is stored.",
        )
    return Finding("database", "The database responds.", is_well=True)


def _answers() -> bool:
    if watch.is_silent:
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def check_broker() -> Finding:
    """Return whether the broker responds."""
    try:
        with redis.Redis.from_url(
            settings.CELERY_BROKER_URL,
            socket_connect_timeout=PING_SECONDS,
            socket_timeout=PING_SECONDS,
            retry=None,
        ) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError):
        return Finding(
            "broker",
            "The broker does not respond. Annotation works, but new jobs wait.",
            is_well=False,
            remedy="Start the broker. It may be empty: waiting jobs are announced to it again.",
        )
    return Finding("broker", "The broker responds.", is_well=True)


def check_worker() -> Finding:
    """Return whether a worker gave a sign of life in the last 30 seconds."""
    if not WorkerSighting.is_any_alive():
        return Finding(
            "worker",
            "No worker has responded for 30 seconds. Annotation works, but imports and releases wait.",
            is_well=False,
            remedy="Start the worker. Jobs go on by themselves, and waiting mail is sent.",
        )
    return Finding("worker", "A worker is running.", is_well=True)


def leave_open(name: str, what: str) -> Finding:
    """Return the finding on a part that only the database can tell about, while that does not respond."""
    sentence = f"The state of {what} is unknown, because the database does not respond."
    return Finding(name, sentence, is_well=False, remedy="Start the database first.")


def check_tables() -> Finding:
    """Return whether the tables are those of this version."""
    if find_unknown_migrations():
        sentence = "The database was used by a newer version. Start that version."
        return Finding("tables", sentence, is_well=False, remedy="Going back needs the backup made before the update.")
    if find_missing_migrations():
        sentence = "The tables are those of an older version. Run manage.py migrate."
        return Finding("tables", sentence, is_well=False, remedy="Back up first: tables are never changed backwards.")
    return Finding("tables", "The tables are those of this version.", is_well=True)


def check_files() -> Finding:
    """Return whether files can be stored: by writing one on a disk, by asking for one in an object store."""
    store = storages["default"]
    try:
        if isinstance(store, FileSystemStorage):
            with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
                probe.write(PROBE)
        else:
            store.exists("health")
    except Exception as error:
        if is_of_object_store(error):
            why, remedy = "the file store does not answer", "Look at the object store and at the network to it."
        elif isinstance(error, OSError):
            is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            why, remedy = WHY_FULL if is_full else WHY_CLOSED
        else:
            raise
        sentence = f"Files cannot be stored: {why}. Annotation works, uploads do not."
        return Finding("files", sentence, is_well=False, remedy=remedy)
    return Finding("files", "Files can be stored.", is_well=True)


def check_backups() -> Finding:
    """Return whether the last backup is young enough, where backups are scheduled."""
    last, failure = Backup.objects.complete().first(), Backup.objects.exclude(error="").first()
    age = (
        "No backup has been made yet."
        if last is None
        else f"The last backup was made on {last.made_at:%d %B at %H:%M} UTC."
    )
    if not settings.BACKUP_FOLDER:
        return Finding("backups", f"{age} None are scheduled.", is_well=True)
    is_young = Backup.objects.complete().filter(made_at__gt=Now() - BACKUP_WAITS).exists()
    sentence, cause = (f"{age} A later attempt failed.", failure.error) if failure else (age, "")
    remedy = "Make one now, and look at the folder, its disk and the workers, which make the scheduled ones."
    return Finding("backups", sentence, is_well=is_young, remedy="" if is_young else remedy, cause=cause)


def check_deletion() -> Finding:
    """Return whether data about people that was to be deleted on a day is gone."""
    late = list_kept_too_long()
    if not late:
        return Finding("deletion", "No study keeps personal data beyond its day.", is_well=True)
    sentence = f"Studies that keep personal data beyond their day: {len(late):,}."
    remedy = "Workers delete it every hour. Look at their log, and at the day of each study under Crowd."
    return Finding("deletion", sentence, is_well=False, remedy=remedy)


def check_mail() -> Finding:
    """Return whether the mail server takes mail; without one, that none leaves."""
    if not sends_mail():
        return Finding("mail", NO_MAIL, is_well=True, is_off=True)
    if Mail.objects.waiting().exclude(error="").filter(created_at__lt=Now() - MAIL_WAITS).exists():
        minutes = int(MAIL_WAITS.total_seconds() // 60)
        sentence = f"The mail server has not taken a message for {minutes} minutes. It is tried again and again."
        remedy = "Look at the mail server. Operators find its last answer under Outgoing mail."
        return Finding("mail", sentence, is_well=False, remedy=remedy)
    if number := Mail.objects.waiting().exclude(error="").count():
        sentence = f"Messages that wait after a failed attempt: {number:,}. They are tried again."
        return Finding("mail", sentence, is_well=True)
    return Finding("mail", "No mail is held up.", is_well=True)
