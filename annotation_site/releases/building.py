"""Parts shared by the release jobs of every kind of project: packing the files, and storing them for good."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.releases.archives import hash_stream, hash_text, pack
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError


def store_release(run: JobRun, write_files: Callable[[int, Path], dict[str, Any]]) -> None:
    """Store the next release; `write_files` gets its number and an empty folder, and returns the manifest."""
    project = run.job.project
    number = project.releases.count() + 1
    name = f"{project.slug}-release-{number}"
    with tempfile.TemporaryDirectory() as temporary:
        folder, archive = Path(temporary) / "files", Path(temporary) / f"{name}.zip"
        folder.mkdir()
        manifest = write_files(number, folder)
        pack(folder, name, archive)
        with archive.open("rb") as packed:
            sha256, size = hash_stream(packed), archive.stat().st_size
            packed.seek(0)
            stored = default_storage.save(f"releases/{name}-{run.job.pk}-{run.attempt}.zip", File(packed))
    try:
        with run.completing() as result:
            run.hold_project()
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
            result |= {"release": number, "sha256": sha256, "size": size}
    except BaseException:
        default_storage.delete(stored)
        raise


def describe_release(run: JobRun, number: int, import_kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return the part of a manifest that states date, guidelines, terms and input files of the release."""
    project = run.job.project
    guideline = project.guidelines.first()
    made_on = run.job.created_at.date().isoformat()
    imports = project.jobs.filter(kind__in=import_kinds, state=Job.State.SUCCEEDED).order_by("pk")
    return {
        "software": f"Interlinea {settings.VERSION}",
        "release": number,
        # Time of the request, not of the build: building the same release again gives the same bytes.
        "created_at": run.job.created_at.isoformat(),
        "note": run.parameters["note"],
        # A job of before these were asked for states none.
        "licence": run.parameters.get("licence"),
        "citation": run.parameters.get("citation") or f"{project.name}, release {number}, {made_on}.",
        "guideline": {"version": guideline.version, "sha256": hash_text(guideline.text)} if guideline else None,
        "inputs": [file for job in imports for file in job.result["files"]],
    }


def describe_files(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return size and SHA-256 of every file, for the manifest."""
    return {name: {"sha256": text.sha256, "size": text.size} for name, text in sorted(written.items())}
