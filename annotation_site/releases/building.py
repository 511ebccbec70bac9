"""Parts shared by the release jobs of every kind of project: packing the files, and storing them for good."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.urls import reverse

from annotation_site.jobs.running import JobRun
from annotation_site.releases.archives import hash_stream
from annotation_site.releases.kinds import ReleaseKind
from annotation_site.releases.metadata.members import METADATA_VERSION, write_members
from annotation_site.releases.models import Release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.releases.tables import Contents, write_tables
from annotation_site.web.exceptions import DomainError
from annotation_site.webhooks.models import Event
from annotation_site.webhooks.services import announce

# The manifest but for numbers and files, and the contents, of a job's release with this number.
ContentsReader = Callable[[JobRun, int], tuple[dict[str, Any], Contents]]


def store_release(run: JobRun, kind: ReleaseKind, read_contents: ContentsReader) -> None:
    """Store the next release of a kind, with tables and metadata, under the next number."""
    project = run.job.project
    number = project.releases.count() + 1
    name = f"{project.slug}-release-{number}"
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary) / "files", Path(temporary) / f"{name}.zip"
        folder.mkdir()
        with ReleaseFiles(folder) as files:
            manifest = files.pack(write_release(run, number, files, kind, read_contents), name, archive)
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


def write_release(
    run: JobRun, number: int, files: ReleaseFiles, kind: ReleaseKind, read_contents: ContentsReader
) -> dict[str, Any]:
    """Write the files of a release; return its manifest but for the list of these."""
    with transaction.atomic(), connection.cursor() as cursor:
        # One snapshot for the whole release, whatever people save meanwhile.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        described, contents = read_contents(run, number)
        write_tables(files, (*kind.tables, *contents.own_tables), contents, run.report)
        manifest = {**described, **contents.to_numbers(), "metadata": METADATA_VERSION}
    for name, text in write_members({**manifest, "files": files.list_contents()}, kind):
        files[name].write(text)
    return manifest
