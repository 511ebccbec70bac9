"""Texts, uploaded and confirmed on the pages of an import."""

from collections.abc import Sequence
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.servers import wait_until

SOURCE = "a black cat\nit is raining\n"
TARGET = "un gatto nero\npiove\n"


def upload(project: Project, *texts: str | bytes, names: Sequence[str] = (), **fields: object):  # type: ignore[no-untyped-def]
    client = Client()
    client.force_login(project.created_by)
    data: dict[str, object] = {"request_id": str(uuid4()), "text_format": "moses", "tokens": "spaces", **fields}
    for place, (name, text) in enumerate(zip(("first_file", "second_file"), texts, strict=False)):
        file_name = names[place] if names else f"{name}.txt"
        data[name] = SimpleUploadedFile(file_name, text if isinstance(text, bytes) else text.encode())
    return client, client.post(reverse("alignment:import", args=[project.slug]), data)


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)


def preview(project: Project, *texts: str | bytes, **fields: object):  # type: ignore[no-untyped-def]
    client, response = upload(project, *texts, **fields)
    assert response.status_code == 302, response.content.decode()
    job = finish(Job.objects.get(kind="import_preview", project=project))
    return client, job, client.get(response["Location"])


def read_again(client: Client, job: Job, **fields: str):  # type: ignore[no-untyped-def]
    """Send the form of columns, as it is but for some fields, and return the next preview and its page."""
    address = reverse("alignment:import_again", args=[job.project.slug, job.pk])
    roles = {name: role for role, names in job.result["table"]["assignment"].items() for name in names}
    shown = {f"column_{place}": roles.get(name, "") for place, name in enumerate(job.result["table"]["columns"])}
    shown["header"] = "yes" if job.result["table"]["has_header"] else "no"
    shown["separator"] = job.parameters["table"]["separator"]
    response = client.post(address, {"request_id": str(uuid4()), **shown, **fields})
    assert response.status_code == 302, response.content.decode()
    job = finish(Job.objects.filter(kind="import_preview", project=job.project).latest("pk"))
    return job, client.get(response["Location"])


def confirm(client: Client, job: Job, **fields: str):  # type: ignore[no-untyped-def]
    return client.post(reverse("alignment:import_confirm", args=[job.project.slug, job.pk]), fields)
