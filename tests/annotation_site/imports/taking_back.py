"""An import of pairs, its taking back, and the rows of a project before and after."""

from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import confirm_import, request_import_preview
from annotation_site.closing.ownership import list_owned
from annotation_site.imports.jobs import take_back_import
from annotation_site.imports.services import request_taking_back
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.evaluation.translated import run

TEXT = "a black cat\tun gatto nero\nit is raining\tpiove\n"
# They tell of the import and its end, and stay.
KEPT = ("projects.Job", "projects.Upload", "projects.Operation", "projects.Job_uploads", "projects.ProjectEvent")


def bring_pairs(project: Project, text: str = TEXT) -> Job:
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    upload = store_upload(**known, file=ContentFile(text.encode()), name="pairs.tsv")
    asked = request_import_preview(**known, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4())
    preview = run(asked, preview_import)
    return run(confirm_import(**known, preview=preview, leave_out_rejected=True), import_pairs)


def take_back(imported: Job) -> Job:
    project = imported.project
    job = request_taking_back(user=project.created_by, project=project, imported=imported, request_id=uuid4())
    return run(job, take_back_import)


def count_rows(project: Project) -> dict[str, int]:
    found = {}
    for owned in list_owned():
        if owned.model._meta.label not in KEPT:
            found[owned.model._meta.label] = owned.model._base_manager.filter(**{owned.path: project.pk}).count()
    project.refresh_from_db()
    return {**{label: count for label, count in found.items() if count}, "item_count": project.item_count}
