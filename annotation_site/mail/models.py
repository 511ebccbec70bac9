"""Outgoing mail."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation_site.accounts.models import User


class MailQuerySet(models.QuerySet["Mail"]):
    def for_operator(self, user: User) -> Self:
        """Return all mail for somebody who runs the site, none for others."""
        return self.all() if user.is_superuser else self.none()

    def waiting(self) -> Self:
        return self.filter(state=Mail.State.WAITING)

    def being_sent(self) -> Self:
        """Return mail that a worker is sending; not that of a worker which fell silent."""
        return self.filter(state=Mail.State.SENDING, lease_expires_at__gt=Now())

    def due(self) -> Self:
        """Return mail to send now, least tried first: one that upsets the server holds up no other."""
        silent = Q(state=Mail.State.SENDING, lease_expires_at__lte=Now())
        return self.filter(Q(state=Mail.State.WAITING, next_try_at__lte=Now()) | silent).order_by("attempt", "pk")


class Mail(models.Model):
    """One message to one address, with a Message-ID by which a second delivery after a crash can be recognised."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        SENDING = "sending", "Being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Failed"

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="Whose address it is.",
    )
    address = models.EmailField(max_length=254)
    subject = models.CharField(max_length=300)
    # Text, headers and sender; emptied once it is sent, because links in it may open an account.
    content = models.JSONField(default=dict)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write.")
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    next_try_at = models.DateTimeField(db_default=Now())
    lease_expires_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True, help_text="When it was sent or given up.")

    objects: ClassVar[Any] = MailQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sending", "sent", "failed"]), name="mail_state_known"
            )
        ]
        indexes = [
            models.Index(fields=["attempt", "id"], condition=Q(state__in=["waiting", "sending"]), name="mail_unsent"),
            models.Index(fields=["finished_at"], name="mail_finished"),
        ]

    def __str__(self) -> str:
        return f"Mail {self.pk}"

    def to_message(self) -> EmailMultiAlternatives:
        """Return the message as it was stored."""
        message = EmailMultiAlternatives(
            self.subject,
            self.content["body"],
            self.content["from_email"],
            [self.address],
            reply_to=self.content["reply_to"],
            headers=self.content["headers"],
        )
        for text, kind in self.content["alternatives"]:
            message.attach_alternative(text, kind)
        return message
