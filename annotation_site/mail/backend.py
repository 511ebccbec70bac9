"""Django's way of sending mail, which stores it for a worker."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from annotation_site.mail.services import store_mail


class StoringBackend(BaseEmailBackend):
    """Stores messages in the transaction of whoever sends them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the messages and return their number."""
        for message in email_messages:
            store_mail(message)
        return len(email_messages)
