"""Import of sentences, one on each line of a text file, after a preview."""

from pathlib import Path
from typing import Any

from acceptability.models import Sentence
from django.db import transaction

from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.assignments.services.numbering import count_new_items
from annotation_site.jobs.files import describe_files, local_copies, uploads_of
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.previews.services import Preview
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context

PREVIEW = Preview("acceptability_preview", becomes="acceptability_import")
SHOWN = 5


class UploadForm(PreviewForm):
    uploads = FilesField(label="Text file", most=1, help_text="One sentence per line, UTF-8.")


def _read_sentences(run: JobRun) -> list[str]:
    [upload] = uploads_of(run)
    with local_copies(run.job.project, {"text": upload.pk}) as paths:
        lines = Path(paths["text"]).read_text(encoding="utf-8-sig").splitlines()
    return [line.strip() for line in lines if line.strip()]


@job(PREVIEW.kind, "Preview of sentences", result=ResultPage("acceptability:import_preview", "Show preview", by="job"))
def preview_sentences(run: JobRun) -> None:
    """Count the sentences and show the first."""
    sentences = _read_sentences(run)
    with run.completing() as result:
        files = describe_files(uploads_of(run))
        result |= {"sentences": len(sentences), "shown": sentences[:SHOWN], "files": files}


@job("acceptability_import", "Import of sentences", result=ResultPage("acceptability:sentences", "Show sentences"))
def import_sentences(run: JobRun) -> None:
    """Store all sentences of the file, or none."""
    with run.completing() as result:
        project = run.hold_project()
        before, sentences = find_last_number(project), _read_sentences(run)
        items = [
            Item(
                project=project,
                number=number,
                identifier=str(number),
                required_count=project.annotators_per_item,
                ring_place=place_on_ring(project.seed, number),
            )
            for number in range(before + 1, before + len(sentences) + 1)
        ]
        Item.objects.bulk_create(items)
        Sentence.objects.bulk_create(
            Sentence(item=item, text=text) for item, text in zip(items, sentences, strict=True)
        )
        count_new_items(project, len(items), after=before)
        result |= {"summary": f"{len(items):,} sentences imported.", "files": describe_files(uploads_of(run))}


class ImportPages(PreviewPages):
    """The pages of the import, as every kind has them."""

    kinds = ("acceptability",)
    previews = (PREVIEW,)
    route = "acceptability:import_preview"
    noun = "text"
    upload_template, upload_name = "acceptability/import.html", "Import"
    preview_template, preview_name = "acceptability/import_preview.html", "Import preview"

    def context(self, user: Any, project: Project) -> dict[str, Any]:
        return project_context(user, project, "acceptability:import")

    def upload_form(self, user: Any, project: Project, *data: Any, **options: Any) -> UploadForm:
        return UploadForm(*data, **options)

    def request_preview(self, user: Any, project: Project, form: Any, keep: Any) -> Job:
        uploads = [keep(file) for file in form.cleaned_data["uploads"]]
        request_id = form.cleaned_data["request_id"]
        return PREVIEW.request(user=user, project=project, request_id=request_id, parameters={"uploads": uploads})

    def request_import(self, user: Any, project: Project, preview: Job, form: Any) -> Job:
        with transaction.atomic():
            PREVIEW.require_finished(project, preview)
            return PREVIEW.confirm(user=user, project=project, preview=preview)


pages = ImportPages()
