"""Handlers of signals from Celery, Django and allauth."""

import logging
import threading
from datetime import timedelta
from typing import Any

from allauth.account.signals import password_reset
from celery.signals import worker_ready, worker_shutdown
from django.contrib.auth.signals import user_logged_out
from django.db import close_old_connections, connection
from django.db.models.functions import Now

logger = logging.getLogger(__name__)
SIGHTING_SECONDS = 10
_stopping = threading.Event()


def connect() -> None:
    """Register the handlers; called once when the app is ready."""
    worker_ready.connect(start_of_worker, dispatch_uid="projects.start_of_worker")
    worker_shutdown.connect(end_of_worker, dispatch_uid="projects.end_of_worker")
    password_reset.connect(confirm_address, dispatch_uid="projects.confirm_address")
    user_logged_out.connect(note_sign_out, dispatch_uid="projects.note_sign_out")


def confirm_address(user: Any, **kwargs: Any) -> None:
    """Confirm the address to which the link for a new password went."""
    from allauth.account.models import EmailAddress

    EmailAddress.objects.filter(user=user, email__iexact=user.email).update(verified=True)


def note_sign_out(request: Any, **kwargs: Any) -> None:
    """Let the answer tell the browser to delete the pages it cached."""
    if request is not None:
        request.has_signed_out = True


def start_of_worker(sender: Any, **kwargs: Any) -> None:
    """Sweep at once, because a predecessor may have died, and record in the database that a worker is here."""
    from annotation_site.jobs.tasks import do_periodic_work

    do_periodic_work.delay("sweep_jobs")
    threading.Thread(target=_keep_sighting, args=[str(sender.hostname), sender.pool.num_processes], daemon=True).start()


def end_of_worker(**kwargs: Any) -> None:
    """Delete the record of the worker."""
    _stopping.set()


def _keep_sighting(name: str, processes: int) -> None:
    from annotation_site.jobs.models import WorkerSighting

    while not _stopping.is_set():
        try:
            WorkerSighting.objects.update_or_create(name=name, defaults={"processes": processes, "seen_at": Now()})
            stale = Now() - timedelta(days=1)
            WorkerSighting.objects.filter(seen_at__lt=stale).delete()
        except Exception:
            logger.exception("The sighting of worker %s was not written; trying again.", name)
            connection.close()
        close_old_connections()
        _stopping.wait(SIGHTING_SECONDS)
    connection.close()
