"""Since when incidents last, and requests that took long."""

from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Now


class NotedIncident(models.Model):
    """An incident that lasts, with the moment at which a process first noticed it; gone when it is over."""

    key = models.CharField(max_length=200, primary_key=True)
    noted_at = models.DateTimeField(db_default=Now())

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        ordering = ["noted_at"]

    def __str__(self) -> str:
        return self.key


class SlowRequest(models.Model):
    """A request whose answer took long, found in the log by its id; without a person, an address or a text."""

    view = models.CharField(max_length=200)
    request_id = models.CharField(max_length=64)
    seconds = models.FloatField()
    was_stopped = models.BooleanField(help_text="The database ended a statement that took too long.")
    ended_at = models.DateTimeField(db_default=Now())

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["ended_at"], name="slow_requests_ended")]

    def __str__(self) -> str:
        return f"{self.view}, {self.seconds:.1f} s"
