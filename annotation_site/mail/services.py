"""Storing mail for a worker to send, and trying failed mail again."""

import logging
from email.utils import make_msgid, parseaddr

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.db.models.functions import Now

from annotation_site.accounts.models import User
from annotation_site.jobs.tasks import wake_periodic_work
from annotation_site.mail.models import Mail
from annotation_site.projects.abilities import require_operator
from annotation_site.web.exceptions import DomainError, NotEditable
from annotation_site.web.mail import sends_mail

SENDING = "send_mail"
logger = logging.getLogger(__name__)


@transaction.atomic
def store_mail(message: EmailMessage) -> list[Mail]:
    """Store one row for each recipient, then call a worker after commit. A message that could not be sent in any case
    raises an error here. Without a mail server nothing is stored: it would wait for ever.
    """
    if not sends_mail():
        logger.info("No mail server is set up; a message was not stored.")
        return []
    if message.attachments:
        raise DomainError("Mail with attachments cannot be stored.")
    people = {user.email: user for user in User.objects.filter(email__in=[to.lower() for to in message.recipients()])}
    # Names of projects are people's own text.
    subject = " ".join(str(message.subject).split())[:300]
    stored = []
    for recipient in message.recipients():
        address = parseaddr(recipient)[1]
        mail = Mail(recipient=people.get(address.lower()), address=address, subject=subject, content=_pack(message))
        mail.to_message().message()
        mail.save()
        stored.append(mail)
    transaction.on_commit(lambda: wake_periodic_work(SENDING))
    return stored


@transaction.atomic
def retry_mail(*, user: User, mail: Mail) -> Mail:
    """Let failed mail be sent after all, and mail that waits be sent now."""
    require_operator(user)
    if not sends_mail():
        raise NotEditable("No mail leaves this site: it has no mail server (EMAIL_HOST).")
    mail = Mail.objects.select_for_update(no_key=True, of=("self",)).get(pk=mail.pk)
    if mail.state not in (Mail.State.FAILED, Mail.State.WAITING):
        raise NotEditable("This mail was sent or is being sent.")
    # The time given to it begins anew, too.
    Mail.objects.filter(pk=mail.pk).update(
        state=Mail.State.WAITING, created_at=Now(), next_try_at=Now(), finished_at=None
    )
    mail.refresh_from_db()
    transaction.on_commit(lambda: wake_periodic_work(SENDING))
    return mail


def _pack(message: EmailMessage) -> dict[str, object]:
    sender = parseaddr(message.from_email)[1]
    headers = {"Message-ID": make_msgid(domain=sender.rpartition("@")[2] or "localhost"), **message.extra_headers}
    alternatives = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return {
        "body": str(message.body),
        "from_email": message.from_email,
        "reply_to": list(message.reply_to),
        "headers": headers,
        "alternatives": [[str(content), kind] for content, kind in alternatives],
    }
