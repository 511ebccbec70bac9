"""The part of an adjudicator's decision that every kind shares."""

from django.conf import settings
from django.db import models

LONGEST_NOTE = 2000


class Decision(models.Model):
    """A decision that can be changed and undone; its version guards against two people deciding over each other."""

    version = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    is_done = models.BooleanField(default=False)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
