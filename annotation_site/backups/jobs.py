"""The clock's part in backups."""

import logging

from django.conf import settings

from annotation_site.backups.services import make_due_backup
from annotation_site.jobs.registry import periodic
from annotation_site.web.exceptions import DomainError

logger = logging.getLogger(__name__)


@periodic(600)
def back_up_daily() -> None:
    """Make the backup of the day, where a folder for backups is set."""
    if not settings.BACKUP_FOLDER:
        return
    try:
        make_due_backup()
    except DomainError as error:
        logger.error("No backup was made: %s", error.sentence)
