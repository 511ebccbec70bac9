"""Handlers of signals from Celery, Django and allauth."""

from functools import partial
from typing import Any

from allauth.account.signals import password_reset
from celery.signals import task_prerun, worker_ready
from django.contrib.auth.signals import user_logged_out
from django.db import close_old_connections


def connect() -> None:
    """Register the handlers; called once when the app is ready."""
    task_prerun.connect(doubt_session, dispatch_uid="projects.doubt_session")
    worker_ready.connect(start_of_worker, dispatch_uid="projects.start_of_worker")
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


def doubt_session(**kwargs: Any) -> None:
    """Let a task's first statement ask whether the last task's session still lives, and open another if not."""
    close_old_connections()


def start_of_worker(sender: Any, **kwargs: Any) -> None:
    """Record in the database that a worker is here, and make rounds."""
    from annotation_site.jobs.workers.rounds import Rounds, record_sighting

    Rounds(partial(record_sighting, str(sender.hostname), sender.pool.num_processes)).start()
