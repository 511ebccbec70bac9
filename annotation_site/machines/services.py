"""Adding machines, declaring what they are, giving their programs keys, and storing their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from annotation_site.accounts.models import User, digest_secret, new_secret
from annotation_site.jobs.models import Job, Upload
from annotation_site.machines.kinds import find_tasks
from annotation_site.machines.models import Machine, MachineAnswer, MachineKey
from annotation_site.machines.queries import read_answers
from annotation_site.operations.services import record_operation
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError, LimitReached, NotEditable

PREVIEW = Preview("machine_answers_preview", becomes="machine_answers_import")
MOST_MACHINES, MOST_KEYS, LONGEST_KEY_DAYS, MOST_ANSWERS = 50, 5, 365, 1_000


@dataclass(frozen=True, slots=True)
class StoredAnswers:
    """The outcome of answers that a program sent."""

    stored: int
    unchanged: int
    rejected: list[dict[str, Any]]


@transaction.atomic
def add_machine(*, user: User, project: Project, **declared: Any) -> Machine:
    """Add a machine under the next pseudonym; `declared` are the fields of `declare_machine`."""
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    require(can_manage, user, project)
    count = Machine.objects.filter(project=project).count()
    if count >= MOST_MACHINES:
        raise LimitReached(f"A project has {MOST_MACHINES} machines at most.")
    machine = Machine(project=project, pseudonym=f"M{count + 1}", added_by=user)
    _declare(machine, **declared)
    record_operation(actor=user, project=project, kind="add_machine", payload={"machine": machine.pk})
    return machine


@transaction.atomic
def declare_machine(*, user: User, machine: Machine, **declared: Any) -> Machine:
    """Change what a machine is declared to be, and what its answers are used for; the history keeps what it was."""
    machine = _lock(machine)
    require(can_manage, user, machine.project)
    _require_active(machine)
    _declare(machine, **declared)
    payload = {"machine": machine.pk, "use": machine.use}
    record_operation(actor=user, project=machine.project, kind="declare_machine", payload=payload)
    find_tasks(machine.project).follow(user, machine)
    return machine


@transaction.atomic
def remove_machine(*, user: User, machine: Machine) -> None:
    """End a machine: its keys no longer work. Its answers stay, and exports still name it."""
    machine = _lock(machine)
    require(can_manage, user, machine.project)
    machine.state = Machine.State.REMOVED
    machine.save(update_fields=["state"])
    MachineKey.objects.filter(machine=machine).revoke()
    record_operation(actor=user, project=machine.project, kind="remove_machine", payload={"machine": machine.pk})


@transaction.atomic
def create_key(*, user: User, machine: Machine, days: int) -> tuple[MachineKey, str]:
    """Create a key for the program of a machine and return it with its secret, which is never stored."""
    machine = _lock(machine)
    require(can_manage, user, machine.project)
    _require_active(machine)
    if not 1 <= days <= LONGEST_KEY_DAYS:
        raise DomainError(f"A key is valid for 1 to {LONGEST_KEY_DAYS} days.")
    if MachineKey.objects.usable().filter(machine=machine).count() >= MOST_KEYS:
        raise LimitReached(f"This machine already has {MOST_KEYS} keys. Revoke one first.")
    secret = new_secret()
    expires_at = timezone.now() + timedelta(days=days)
    key = MachineKey.objects.create(
        machine=machine, digest=digest_secret(secret), created_by=user, expires_at=expires_at
    )
    payload = {"machine": machine.pk, "key": key.pk}
    record_operation(actor=user, project=machine.project, kind="create_machine_key", payload=payload)
    return key, secret


@transaction.atomic
def revoke_key(*, user: User, key: MachineKey) -> None:
    """End a key; repeating it changes nothing."""
    project = key.machine.project
    require(can_manage, user, project)
    MachineKey.objects.filter(pk=key.pk).revoke()
    payload = {"machine": key.machine_id, "key": key.pk}
    record_operation(actor=user, project=project, kind="revoke_machine_key", payload=payload)


@transaction.atomic
def store_answers(*, key: MachineKey, answers: Sequence[Mapping[str, Any]]) -> StoredAnswers:
    """Store what a program sent, as far as it can be stored: an answer that is there already changes nothing, and one
    that differs from it is refused. The key's maker answers for it.
    """
    machine = _lock(key.machine)
    require(can_manage, key.created_by, machine.project)
    read = read_answers(machine, list(enumerate(answers, start=1)), set())
    MachineAnswer.objects.bulk_create(read.answers)
    if read.answers:
        payload = {"machine": machine.pk, "answers": len(read.answers), "key": key.pk}
        record_operation(actor=key.created_by, project=machine.project, kind="machine_answers", payload=payload)
    return StoredAnswers(len(read.answers), read.unchanged, read.rejected)


@transaction.atomic
def request_answers_preview(
    *, user: User, project: Project, machine: Machine, uploads: Sequence[Upload], request_id: UUID
) -> Job:
    """Queue a preview of a file of answers; nothing is stored until it is confirmed."""
    require(can_manage, user, project)
    _require_active(machine)
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={"uploads": list(uploads), "machine": machine.pk},
    )


@transaction.atomic
def confirm_answers_import(*, user: User, project: Project, preview: Job, leave_out_rejected: bool = False) -> Job:
    """Queue the import of a preview; one preview gives one import, however often it is confirmed."""
    require(can_manage, user, project)
    preview_result = PREVIEW.require_finished(project, preview)
    if not preview_result["answers"]:
        raise DomainError("This file has no new answers.")
    PREVIEW.require_consent(preview_result["rejected_count"], is_given=leave_out_rejected)
    return PREVIEW.confirm(user=user, project=project, preview=preview)


def _declare(
    machine: Machine,
    *,
    name: str,
    model: str,
    dated: date,
    version: str = "",
    prompt: str = "",
    licence: str = "",
    use: str = Machine.Use.HIDDEN,
) -> None:
    name = " ".join(name.split())
    if not name or not model.strip():
        raise DomainError("A machine needs a name and a model.")
    if use not in {known for known, _ in find_tasks(machine.project).uses}:
        raise DomainError("Answers cannot be used like this in projects of this kind.")
    others = Machine.objects.filter(project=machine.project).exclude(pk=machine.pk)
    if find_same_name(name, others.values_list("name", flat=True)):
        raise DomainError(f"There is already a machine called {name}.")
    machine.name, machine.model, machine.dated, machine.use = name, model.strip(), dated, use
    machine.version, machine.prompt, machine.licence = version.strip(), prompt.strip(), licence.strip()
    find_tasks(machine.project).require_use(machine)
    machine.save()


def _lock(machine: Machine) -> Machine:
    locked: Machine = (
        Machine.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=machine.pk)
    )
    return locked


def _require_active(machine: Machine) -> None:
    if machine.state != Machine.State.ACTIVE:
        raise NotEditable("This machine was removed from the project.")
