"""Scheduled backups: off unless a folder is set, which all workers must see."""

import os

BACKUP_FOLDER = os.environ.get("BACKUP_FOLDER", "")
# The hour of the day, UTC.
BACKUP_HOUR = int(os.environ.get("BACKUP_HOUR", "3"))
# The newest of so many days and weeks are kept.
BACKUP_DAYS = int(os.environ.get("BACKUP_DAYS", "7"))
BACKUP_WEEKS = int(os.environ.get("BACKUP_WEEKS", "4"))
