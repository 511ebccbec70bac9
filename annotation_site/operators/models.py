"""The record of what operators did to accounts."""

from typing import Any, ClassVar

import pgtrigger
from django.conf import settings
from django.db import models


class AccountAct(models.Model):
    """One act of an operator on somebody's account. Append-only; the database refuses UPDATE and DELETE."""

    class Kind(models.TextChoices):
        DEACTIVATE = "deactivate", "Deactivated"
        REACTIVATE = "reactivate", "Reactivated"
        RESET_SECOND_FACTOR = "reset_second_factor", "Second factor reset"
        EXPORT = "export", "Data exported"
        PSEUDONYMISE = "pseudonymise", "Pseudonymised"
        SET_QUOTA = "set_quota", "Quota changed"

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="account_acts")
    # Never with anything that identifies the person: this row stays when they are pseudonymised.
    kind = models.CharField(max_length=20, choices=Kind)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        ordering = ["-pk"]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id} by {self.actor_id}"
