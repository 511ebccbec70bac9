"""Machines and their answers for tests, made through the services and job bodies."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import store_upload
from annotation_site.machines.jobs import import_answers, preview_answers
from annotation_site.machines.models import Machine
from annotation_site.machines.services import (
    add_machine,
    confirm_answers_import,
    create_key,
    request_answers_preview,
)
from annotation_site.projects.models import Project

DAY = date(2026, 3, 9)


def make_machine(project: Project, name: str = "Encoder", **declared: Any) -> Machine:
    described = {"model": "LaBSE", "dated": DAY, **declared}
    return add_machine(user=project.created_by, project=project, name=name, **described)


def work(job: Job, body: Any) -> Job:
    """Run a body as a worker would, without the heartbeat, whose connection would not see what is not committed."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def preview_file(machine: Machine, *answers: Mapping[str, Any] | str) -> Job:
    """Preview a file of these answers, each an object or a line as it stands."""
    project = machine.project
    lines = [each if isinstance(each, str) else json.dumps(each) for each in answers]
    file = ContentFile("\n".join(lines).encode())
    upload = store_upload(user=project.created_by, project=project, file=file, name="answers.jsonl")
    known: dict[str, Any] = {"user": project.created_by, "project": project, "request_id": uuid4()}
    return work(request_answers_preview(**known, machine=machine, uploads=[upload]), preview_answers)


def import_file(machine: Machine, *answers: Mapping[str, Any] | str, leave_out_rejected: bool = False) -> Job:
    """Preview and import a file of these answers."""
    project, preview = machine.project, preview_file(machine, *answers)
    confirmed = confirm_answers_import(
        user=project.created_by, project=project, preview=preview, leave_out_rejected=leave_out_rejected
    )
    return work(confirmed, import_answers)


def send(secret: str, *answers: Mapping[str, Any]) -> Any:
    """Send answers with the key of a machine, by a client that nobody signed in to."""
    return Client().post(
        reverse("api:machine-own-answers"),
        {"answers": list(answers)},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


def make_key(machine: Machine) -> str:
    """Return the secret of a new key."""
    return create_key(user=machine.project.created_by, machine=machine, days=3)[1]
