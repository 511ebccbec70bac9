"""Texts, previewed and imported through services and by this process."""

from uuid import uuid4

from django.core.files.base import ContentFile

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import confirm_import, request_import_preview
from alignment.pairs.models import SentencePair
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project


def preview(
    project: Project, *files: bytes, text_format: str = "bitext", tokens: str = "spaces", **more: object
) -> Job:
    user = project.created_by
    uploads = [
        store_upload(user=user, project=project, file=ContentFile(data), name=f"file-{number}.txt")
        for number, data in enumerate(files, start=1)
    ]
    job = request_import_preview(
        user=user,
        project=project,
        uploads=uploads,
        text_format=text_format,
        tokens=tokens,
        request_id=uuid4(),
        **more,  # type: ignore[arg-type]
    )
    work_on(job.pk, preview_import)
    job.refresh_from_db()
    return job


def confirm(project: Project, previewed: Job, *, leave_out_rejected: bool = False, **more: bool) -> Job:
    job = confirm_import(
        user=project.created_by, project=project, preview=previewed, leave_out_rejected=leave_out_rejected, **more
    )
    work_on(job.pk, import_pairs)
    job.refresh_from_db()
    return job


def pairs_of(project: Project) -> list[tuple[list[str], list[str]]]:
    found = SentencePair.objects.filter(item__project=project).order_by("item__number")
    return [(pair.source_tokens, pair.target_tokens) for pair in found]


def make_stale(previewed: Job) -> Job:
    """Let the rows that the preview kept be those of other code."""
    rows = previewed.result["rows"]
    previewed.result = {**previewed.result, "rows": {**rows, "made_as": ["0.0", *rows["made_as"][1:]]}}
    previewed.save(update_fields=["result"])
    return previewed
