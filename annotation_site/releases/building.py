"""Parts shared by the release jobs of every kind of project: packing the files, and storing them for good."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.urls import reverse

from annotation_site.jobs.running import JobRun
from annotation_site.releases.archives import hash_stream
from annotation_site.releases.metadata.description import ReleaseKind
from annotation_site.releases.metadata.members import METADATA_VERSION, write_members
from annotation_site.releases.models import Release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.texts.parquet import write_parquet
from annotation_site.web.exceptions import DomainError
from annotation_site.webhooks.models import Event
from annotation_site.webhooks.services import announce


def store_release(run: JobRun, kind: ReleaseKind, write_files: Callable[[int, ReleaseFiles], dict[str, Any]]) -> None:
    """Store the next release; `write_files` gets its number and its files, and returns what the manifest says besides
    these. Tables and metadata of the kind are added.
    """
    project = run.job.project
    number = project.releases.count() + 1
    name = f"{project.slug}-release-{number}"
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary) / "files", Path(temporary) / f"{name}.zip"
        folder.mkdir()
        with ReleaseFiles(folder) as files:
            described = add_metadata(files, write_files(number, files), kind)
            manifest = files.pack(described, name, archive)
        with archive.open("rb") as packed:
            sha256, size = hash_stream(packed), archive.stat().st_size
            packed.seek(0)
            stored = default_storage.save(f"releases/{name}-{run.job.pk}-{run.attempt}.zip", File(packed))
    try:
        with run.completing() as result:
            held = run.hold_project()
            if project.releases.count() + 1 != number:
                raise DomainError("Another release was created at the same time. Try again.")
            Release.objects.create(
                project=project,
                number=number,
                job=run.job,
                note=run.parameters["note"],
                file=stored,
                file_name=f"{name}.zip",
                size=size,
                sha256=sha256,
                manifest=manifest,
                created_by=run.job.requested_by,
            )
            made = {"release": number, "sha256": sha256, "size": size}
            result |= made
            # Looked up for somebody who listens alone: it loads every page, which a worker does without.
            announce(held, Event.RELEASED, lambda: {**made, "api": reverse("api:release", args=[project.slug, number])})
    except BaseException:
        default_storage.delete(stored)
        raise


def add_metadata(files: ReleaseFiles, manifest: dict[str, Any], kind: ReleaseKind) -> dict[str, Any]:
    """Write the tables and the metadata of a release whose other files are there. Return its manifest."""
    for table in kind.find_tables(files):
        if table.member not in files:  # not written along with the others
            for piece in write_parquet(table.types, table.read_rows(lambda name: files[name].read_lines())):
                files[table.member].write(piece)
    complete = {**manifest, "metadata": METADATA_VERSION}
    for name, text in write_members({**complete, "files": files.list_contents()}, kind):
        files[name].write(text)
    return complete
