"""The files of a job, for its body to find and read."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError

LARGEST_IN_MEMORY = 50 << 20


def uploads_of(run: JobRun) -> list[Upload]:
    """Return the files that the job's parameter `uploads` names, in order."""
    keys = run.parameters["uploads"]
    by_key = {upload.pk: upload for upload in run.job.project.uploads.filter(pk__in=keys)}
    if len(by_key) < len(set(keys)):
        raise Upload.DoesNotExist
    return [by_key[pk] for pk in keys]


def describe_files(uploads: Sequence[Upload]) -> list[dict[str, Any]]:
    """Return files as results of jobs describe them."""
    return [{"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in uploads]


def read_upload(upload: Upload) -> tuple[bytes, str]:
    """Return content and name of a file that fits into memory; raise DomainError for a larger one."""
    if upload.size > LARGEST_IN_MEMORY:
        raise DomainError(f"{upload.name} is larger than {LARGEST_IN_MEMORY >> 20} MB. Split it.")
    with upload.file.open("rb") as file:
        return file.read(), upload.name


@contextmanager
def local_copies(project: Project, uploads: Mapping[str, int]) -> Iterator[dict[str, str]]:
    """Give paths of copies of the project's uploads, by the caller's names; the store may be on another machine.

    Inside, a FormatError that names a path becomes a DomainError that names the upload.
    """
    by_key = {upload.pk: upload for upload in Upload.objects.filter(project=project, pk__in=uploads.values())}
    if len(by_key) < len(set(uploads.values())):
        raise Upload.DoesNotExist
    with tempfile.TemporaryDirectory(prefix="interlinea-") as folder:
        paths, names = {}, {}
        for index, (part, pk) in enumerate(uploads.items()):
            upload = by_key[pk]
            # The ending tells readers the kind of table; nothing else of the person's name reaches the disk.
            ending = "".join(character for character in Path(upload.name).suffix if character.isalnum())[:10]
            path = Path(folder, f"upload-{index}.{ending or 'txt'}")
            with upload.file.open("rb") as stored, path.open("wb") as copy:
                shutil.copyfileobj(stored, copy)
            paths[part] = str(path)
            names[str(path)] = upload.name
        try:
            yield paths
        except FormatError as error:
            sentence = str(error)
            for stored_path, name in names.items():
                sentence = sentence.replace(stored_path, name)
            raise DomainError(sentence) from error
