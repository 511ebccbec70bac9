"""Ending what keeps others waiting: a job of any project, a session at the database."""

import logging

from django.db import connection, transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import cancel_locked_job, lock_job
from annotation_site.monitoring.queries.sessions import list_sessions
from annotation_site.projects.abilities import require_operator
from annotation_site.web.exceptions import NotEditable

logger = logging.getLogger(__name__)


@transaction.atomic
def cancel_any_job(*, user: User, job: Job) -> Job:
    """Cancel an unfinished job of any project; its history names the operator."""
    require_operator(user)
    return cancel_locked_job(user, lock_job(job.pk))


def end_session(*, user: User, pid: int) -> None:
    """End the query of a session of the site, or a session that is idle in a transaction. Of other sessions at the
    server none can be ended here; a job is cancelled by its row, or it would be tried again.
    """
    require_operator(user)
    session = next((listed for listed in list_sessions() if listed.pid == pid), None)
    if session is None:
        raise NotEditable("This query has already ended.")
    if session.job is not None:
        raise NotEditable(f"This query belongs to job {session.job}. Cancel the job.")
    end = "pg_cancel_backend" if session.state == "active" else "pg_terminate_backend"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {end}(%s)", [pid])
    logger.warning("Account %s ended session %s at the database: %s", user.pk, pid, session.statement)
