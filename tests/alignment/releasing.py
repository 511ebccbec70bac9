"""Real releases for tests: built by the job's body, saved, read and tampered with."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project
from annotation_site.releases.archives import MANIFEST, SUMS, write_sums
from annotation_site.releases.models import Release


def make_release_of(project: Project, **asked: Any) -> Release:
    """Return the next release of the project; `asked` as request_release takes it."""
    job = request_release(user=project.created_by, project=project, request_id=uuid4(), **asked)
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return Release.objects.get(job=job)


def save_release(release: Release, folder: Path) -> Path:
    """Write its archive to a file."""
    path = folder / release.file_name
    with release.file.open("rb") as stored:
        path.write_bytes(stored.read())
    return path


def read_member(path: Path, name: str) -> str:
    """Return one file of text in the archive."""
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def change(path: Path, name: str, edit: Callable[[str], str]) -> Path:
    """Copy the release with one file of text tampered with."""
    return change_bytes(path, name, lambda data: edit(data.decode()).encode())


def change_and_sign(path: Path, name: str, edit: Callable[[str], str]) -> Path:
    """Copy the release with one file of text tampered with, and the hashes that tell it brought up to date."""
    changed = change(path, name, edit)
    with zipfile.ZipFile(changed) as archive:
        data = {entry.split("/", 1)[1]: archive.read(entry) for entry in archive.namelist()}
    manifest = json.loads(data[MANIFEST])
    manifest["files"][name]["sha256"] = hashlib.sha256(data[name]).hexdigest()
    written = json.dumps(manifest)
    sums = write_sums(manifest["files"], hashlib.sha256(written.encode()).hexdigest())
    return change(change(changed, MANIFEST, lambda _: written), SUMS, lambda _: sums)


def flip(path: Path, name: str, place: int) -> Path:
    """Copy the release with one bit of a file turned."""

    def turn(data: bytes) -> bytes:
        return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]

    return change_bytes(path, name, turn)


def change_bytes(path: Path, name: str, edit: Callable[[bytes], bytes]) -> Path:
    """Copy the release with one file tampered with."""
    changed = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(changed, "w") as copy:
        for entry in archive.infolist():
            data = archive.read(entry)
            copy.writestr(entry, edit(data) if entry.filename.endswith(f"/{name}") else data)
    return changed
