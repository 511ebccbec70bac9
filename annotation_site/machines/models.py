"""Machines of a project, the keys of their programs, and their answers."""

from typing import Any, ClassVar, Self

import pghistory
import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Membership, Project


class MachineQuerySet(models.QuerySet["Machine"]):
    def for_manager(self, user: User) -> Self:
        """Return machines of projects that the person manages."""
        return self.filter(project__in=can_manage.projects_of(user))

    def active(self) -> Self:
        return self.filter(state=Machine.State.ACTIVE)


@pghistory.track()
class Machine(models.Model):
    """A program whose answers stand beside people's: exports name it by its pseudonym and by what is declared here."""

    class Use(models.TextChoices):
        HIDDEN = "hidden", "Hidden"
        ADJUDICATION = "adjudication", "Shown in adjudication"
        SUGGESTIONS = "suggestions", "Suggestions"

    class State(models.TextChoices):
        ACTIVE = "active", "Active"
        REMOVED = "removed", "Removed"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="machines", db_index=False)
    # M1, M2, …: those of people have no digits.
    pseudonym = models.CharField(max_length=8)
    name = models.CharField(max_length=120)
    model = models.CharField(max_length=200)
    version = models.CharField(max_length=120, blank=True)
    prompt = models.TextField(blank=True, help_text="The prompt, or the settings of the program.")
    licence = models.CharField(max_length=200, blank=True)
    dated = models.DateField(help_text="The day on which it answered, or was set up.")
    use = models.CharField(max_length=12, choices=Use, default=Use.HIDDEN)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = MachineQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "pseudonym"], name="machine_pseudonym_unique_in_project"),
            models.UniqueConstraint(fields=["project", "name"], name="machine_name_unique_in_project"),
            models.CheckConstraint(
                condition=Q(use__in=["hidden", "adjudication", "suggestions"]), name="machine_use_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pseudonym}: {self.name}"

    def declare(self) -> dict[str, Any]:
        """Return what exports say of the machine."""
        return {
            "pseudonym": self.pseudonym,
            "name": self.name,
            "model": self.model,
            "version": self.version,
            "prompt": self.prompt,
            "licence": self.licence,
            "date": self.dated.isoformat(),
        }


class MachineKeyQuerySet(models.QuerySet["MachineKey"]):
    def usable(self) -> Self:
        """Return keys that are neither revoked nor expired, of active machines and projects, as long as those who made
        them manage the project.
        """
        managed = Membership.objects.active().filter(
            project=OuterRef("machine__project"), user=OuterRef("created_by"), role__in=can_manage.roles
        )
        is_open = Q(machine__state=Machine.State.ACTIVE, machine__project__state=Project.State.ACTIVE)
        return self.filter(
            is_open, Exists(managed), revoked_at=None, expires_at__gt=timezone.now(), created_by__is_active=True
        )

    def revoke(self) -> None:
        """End these keys at once; repeating it changes nothing."""
        self.filter(revoked_at=None).update(revoked_at=timezone.now())


class MachineKey(models.Model):
    """The key of a machine's program to the texts and answers of its machine, and to nothing else; only its digest is
    stored.
    """

    machine = models.ForeignKey(Machine, on_delete=models.PROTECT, related_name="keys")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = MachineKeyQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Key of {self.machine}"


class MachineAnswer(models.Model):
    """The answer of a machine to one item, in the shape of `Submission.reading`; it never changes."""

    machine = models.ForeignKey(Machine, on_delete=models.PROTECT, related_name="answers", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="machine_answers")
    reading = models.JSONField()
    # From 0 to 1 for the answer; for links an object such as {"3-0": 0.97} instead. Empty where none was given.
    confidence = models.JSONField(null=True)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="machine_answers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["machine", "item"]
        constraints = [
            models.UniqueConstraint(fields=["machine", "item"], name="one_answer_per_machine"),
        ]
        triggers = [pgtrigger.ReadOnly(name="answer_fixed", fields=["machine", "item", "reading", "confidence"])]

    def __str__(self) -> str:
        return f"{self.machine.pseudonym} on {self.item}"
