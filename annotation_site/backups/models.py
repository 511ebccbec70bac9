"""Backups that were made or failed, so that pages and health know how old the last one is."""

from typing import ClassVar, Self

from django.db import models
from django.db.models.functions import Now


class BackupQuerySet(models.QuerySet["Backup"]):
    def complete(self) -> Self:
        return self.filter(error="")


class Backup(models.Model):
    """One backup, in a folder that other machines may not see, or the reason why there is none."""

    made_at = models.DateTimeField(db_default=Now())
    folder = models.CharField(max_length=1000)
    size = models.PositiveBigIntegerField(default=0, help_text="In bytes.")
    error = models.CharField(max_length=1000, blank=True)

    objects: ClassVar[models.Manager["Backup"]] = BackupQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]
        indexes = [models.Index(fields=["-made_at"], name="backups_made")]

    def __str__(self) -> str:
        return self.folder
