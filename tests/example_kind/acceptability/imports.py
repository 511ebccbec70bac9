"""Import of sentences, one on each line of a text file, after a preview."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acceptability.models import Sentence

from annotation_site.assignments.models import Item
from annotation_site.jobs.files import describe_files, local_copies, uploads_of
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.forms import FilesField, PreviewForm
from annotation_site.previews.kinds import ImportKind
from annotation_site.previews.services import Preview
from annotation_site.previews.storing import importing
from annotation_site.previews.views import ImportPages

SHOWN = 5


@dataclass(frozen=True)
class NoOptions:
    """A file of sentences has no options."""


class SentenceImport(ImportKind[NoOptions]):
    """A sentence on each line."""

    preview = Preview("acceptability_preview", becomes="acceptability_import")
    options = NoOptions

    def has_anything(self, result: Mapping[str, Any]) -> bool:
        return bool(result["counts"]["sentences"])


SENTENCES = SentenceImport()


class UploadForm(PreviewForm):
    uploads = FilesField(label="Text file", most=1, help_text="One sentence per line, UTF-8.")


def _read_sentences(run: JobRun) -> list[str]:
    [upload] = uploads_of(run)
    with local_copies(run.job.project, {"text": upload.pk}) as paths:
        lines = Path(paths["text"]).read_text(encoding="utf-8-sig").splitlines()
    return [line.strip() for line in lines if line.strip()]


@job(
    "acceptability_preview",
    "Preview of sentences",
    result=ResultPage("acceptability:import_preview", "Show preview", by="job"),
)
def preview_sentences(run: JobRun) -> None:
    """Count the sentences and show the first."""
    sentences = _read_sentences(run)
    with run.completing() as result:
        files = describe_files(uploads_of(run))
        result |= {"counts": {"sentences": len(sentences)}, "shown": sentences[:SHOWN], "files": files}


@job("acceptability_import", "Import of sentences", result=ResultPage("acceptability:sentences", "Show sentences"))
def import_sentences(run: JobRun) -> None:
    """Store all sentences of the file, or none."""
    with importing(run) as current:
        sentences = _read_sentences(run)
        current.require_as_previewed(sentences=len(sentences))
        items = current.make_items(map(str, range(current.before + 1, current.before + len(sentences) + 1)))
        Item.objects.bulk_create(items)
        Sentence.objects.bulk_create(
            Sentence(item=item, text=text) for item, text in zip(items, sentences, strict=True)
        )
        current.count_items(len(items))
        current.result["summary"] = f"{len(items):,} sentences imported."


class SentencePages(ImportPages):
    """The pages of the import, as every kind has them."""

    kinds = ("acceptability",)
    base_route = tab = "acceptability:import"
    base_template = "acceptability/import"
    imports = (SENTENCES,)
    form = UploadForm
    noun = "text"


pages = SentencePages()
