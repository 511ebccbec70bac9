"""Files of compounds and scores, read in whole, and the names in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from idiomaticity.formats import Naming, look_at_names

LARGEST_FILE = 50 << 20


def read_upload(upload: Upload) -> tuple[bytes, str]:
    """Return content and name."""
    if upload.size > LARGEST_FILE:
        raise DomainError(f"{upload.name} is larger than {LARGEST_FILE >> 20} MB. Split it.")
    with upload.file.open("rb") as file:
        return file.read(), upload.name


def read_naming(run: JobRun) -> Naming:
    """Return the columns and classes that were assigned before the preview."""
    return Naming(run.parameters.get("columns", {}), run.parameters.get("classes", {}))


def describe_names(run: JobRun, uploads: Sequence[Upload], usual: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the names in the files as a preview's result has them."""
    try:
        seen = look_at_names(map(read_upload, uploads), run.parameters["encoding"], read_naming(run), usual)
    except FormatError as error:
        raise DomainError(str(error)) from error
    return {"columns": list(seen.columns), "proposed": dict(seen.found), "class_names": list(seen.classes)}
