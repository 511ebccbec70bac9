"""Readings of another tool, previewed and imported as a worker would."""

import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile

from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import ImportedAnnotator, confirm_readings_import, request_readings_preview
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.factories import make_pair

FIRST = "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
SECOND = "# sentence pair 1\nun gatto\nNULL ({ 1 / / }) a ({ / / }) cat ({ p2 / / })\n"
TABLE = "1\ten_it\tsys1\t{kind}\tlabel\t{links}\t2\tun gatto\t2\ta cat\n"


def packed(**members: str) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return file.getvalue()


def make_numbered_pair(project: Project, source: str, target: str) -> None:
    """Make a pair without an id, which is matched by its number."""
    item = make_pair(project, source, target)
    Item.objects.filter(pk=item.pk).update(identifier="")


def work(job: Job, body: Any) -> Job:
    """Run a body as a worker would, without the heartbeat, whose connection would not see what is not committed."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def look(project: Project, texts: Sequence[str | bytes], alignment_format: str = "giza-sp", **more: Any) -> Job:
    manager = project.created_by
    data = [text if isinstance(text, bytes) else text.encode() for text in texts]
    uploads = [
        store_upload(user=manager, project=project, file=ContentFile(each), name=f"{number}.txt")
        for number, each in enumerate(data)
    ]
    known: dict[str, Any] = {"user": manager, "project": project, "uploads": uploads, **more}
    job = request_readings_preview(**known, alignment_format=alignment_format, request_id=uuid4())
    return work(job, preview_readings)


def confirm(preview: Job, *people: ImportedAnnotator, **more: Any) -> Job:
    annotators = people or [ImportedAnnotator(f"Reader {n}") for n, _ in enumerate(preview.result["readers"])]
    project = preview.project
    return confirm_readings_import(
        user=project.created_by, project=project, preview=preview, annotators=annotators, **more
    )


def bring_in(project: Project, *texts: str | bytes, alignment_format: str = "giza-sp", **more: Any) -> Job:
    return work(confirm(look(project, texts, alignment_format), **more), import_readings)
