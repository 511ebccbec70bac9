"""Sending stored mail, which is kept for a time after that."""

import logging
import smtplib
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from annotation_site.jobs.registry import kept, periodic
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.mail.models import Mail
from annotation_site.web.mail import sends_mail

logger = logging.getLogger(__name__)
# Longer than a conversation in which the server takes just under the time limit for every answer.
LEASE_SECONDS = 300
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=30)
GIVEN_UP_AFTER = timedelta(days=2)
PERMANENT = 500


@periodic(settings.MAIL_SECONDS)
def send_mail() -> None:
    """Send due mail, one at a time over one connection; only one worker does, so that a mail server that hangs holds up
    no more than one.

    A server that cannot be reached puts off all due mail, a refused message only itself. Without a server, mail of the
    time when there was one stays.
    """
    if not sends_mail():
        return
    server = get_connection(settings.MAIL_TRANSPORT, fail_silently=False)
    try:
        while (mail := _claim()) is not None:
            try:
                server.open()
            except OSError as error:
                _put_off(mail, error)
                _put_off_others(mail, error)
                return
            _send(server, mail)
    finally:
        _hang_up(server)


@kept("sent and failed mail", "MAIL_KEPT_DAYS")
def find_old_mail(limit: Any) -> QuerySet[Mail]:
    """Return mail that was sent or given up."""
    old: QuerySet[Mail] = Mail.objects.filter(finished_at__lt=limit)
    return old


@transaction.atomic
def _claim() -> Mail | None:
    """Return the next mail, claimed in a transaction of its own; None if there is none or another worker is sending."""
    hold(Hold.MAIL)
    if Mail.objects.being_sent().exists():
        return None
    mail: Mail | None = Mail.objects.due().select_for_update(no_key=True, of=("self",)).first()
    if mail is not None:
        mail.state, mail.attempt = Mail.State.SENDING, mail.attempt + 1
        mail.lease_expires_at = Now() + timedelta(seconds=LEASE_SECONDS)
        mail.save(update_fields=["state", "attempt", "lease_expires_at"])
    return mail


def _send(server: BaseEmailBackend, mail: Mail) -> None:
    try:
        server.send_messages([mail.to_message()])
    except smtplib.SMTPRecipientsRefused as refused:
        code, answer = next(iter(refused.recipients.values()))
        error = smtplib.SMTPResponseException(code, answer)
        if code >= PERMANENT:
            _finish(mail, Mail.State.FAILED, error=_explain_failure(mail, error))
        else:
            _put_off(mail, error)
        _hang_up(server)
    except OSError as error:
        _put_off(mail, error)
        _hang_up(server)
    else:
        _finish(mail, Mail.State.SENT, content={}, error="")


def _put_off(mail: Mail, error: OSError) -> None:
    """Try again later, ever more rarely; give up after two days."""
    sentence = _explain_failure(mail, error)
    logger.warning("Mail %s could not be sent: %s", mail.pk, sentence)
    if _fenced(mail).filter(created_at__lt=Now() - GIVEN_UP_AFTER).exists():
        _finish(mail, Mail.State.FAILED, error=sentence)
        return
    next_try_at = Now() + _wait_after(mail)
    _fenced(mail).update(state=Mail.State.WAITING, next_try_at=next_try_at, lease_expires_at=None, error=sentence)


def _put_off_others(mail: Mail, error: OSError) -> None:
    """Let the other due mail wait as long: the server would answer it no better."""
    others = Mail.objects.waiting().filter(next_try_at__lte=Now())
    others.update(attempt=F("attempt") + 1, next_try_at=Now() + _wait_after(mail), error=_explain_failure(mail, error))


def _wait_after(mail: Mail) -> timedelta:
    return min(FIRST_WAIT * 2 ** min(mail.attempt - 1, 10), LONGEST_WAIT)


def _finish(mail: Mail, state: str, **values: object) -> None:
    _fenced(mail).update(state=state, finished_at=Now(), lease_expires_at=None, **values)


def _fenced(mail: Mail) -> QuerySet[Mail]:
    claimed: QuerySet[Mail] = Mail.objects.filter(pk=mail.pk, attempt=mail.attempt, state=Mail.State.SENDING)
    return claimed


def _explain_failure(mail: Mail, error: OSError) -> str:
    """Return the error in one line, without the address, which lists do not show."""
    if isinstance(error, smtplib.SMTPResponseException):
        answer = error.smtp_error
        sentence = f"{error.smtp_code} {answer.decode('utf-8', 'replace') if isinstance(answer, bytes) else answer}"
    else:
        sentence = str(error) or type(error).__name__
    return " ".join(sentence.replace("\x00", "").replace(mail.address, "the address").split())[:500]


def _hang_up(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except OSError as error:
        logger.info("The mail server did not take leave: %s", error)
