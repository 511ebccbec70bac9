"""Files of compounds and scores, read in whole, and the names in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from idiomaticity.formats import Naming, look_at_names
from idiomaticity.formats.marked_texts import find_marks

LARGEST_FILE = 50 << 20


def read_upload(upload: Upload) -> tuple[bytes, str]:
    """Return content and name."""
    if upload.size > LARGEST_FILE:
        raise DomainError(f"{upload.name} is larger than {LARGEST_FILE >> 20} MB. Split it.")
    with upload.file.open("rb") as file:
        return file.read(), upload.name


def read_naming(run: JobRun) -> Naming:
    """Return the columns, classes and labels that were assigned before the preview."""
    given = run.parameters
    return Naming(
        given.get("columns", {}), given.get("classes", {}), given.get("labels", {}), given.get("classes_of", "")
    )


def describe_names(
    uploads: Sequence[Upload], encoding: str, naming: Naming, usual: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return the names in the files as a preview's result has them."""
    try:
        seen = look_at_names(map(read_upload, uploads), encoding, naming, usual)
    except FormatError as error:
        raise DomainError(str(error)) from error
    return {
        "columns": list(seen.columns),
        "proposed": dict(seen.found),
        "class_names": list(seen.classes),
        "label_names": [
            {"name": name, "label": naming.find_label(name), "count": count} for name, count in seen.labels.items()
        ],
    }


def name_tool(uploads: Sequence[Upload]) -> dict[str, str]:
    """Return the annotation tool whose export the files are, as a preview's result has it; nothing for tables."""
    marks = find_marks([read_upload(upload) for upload in uploads])
    return {"tool": marks[0].title} if marks else {}
