"""Stored files of a backup: copied out while people work, and back in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db.models import FileField, Model

from annotation_site.jobs.models import Upload
from annotation_site.web.exceptions import DomainError


def list_stored() -> Iterator[str]:
    """Yield the names of all files to which rows refer."""
    for model, field in _list_fields():
        yield from model._base_manager.exclude(**{field: ""}).values_list(field, flat=True)


def copy_files_out(names: Sequence[str], files: Path) -> dict[str, Any]:
    """Copy stored files into a folder; return the hash of each, and the names of those that nothing needs any more and
    that are gone. Raise DomainError where another one is missing.
    """
    hashes: dict[str, str] = {}
    gone: list[str] = []
    for name in names:
        digest = _copy_out(name, files)
        if digest is not None:
            hashes[name] = digest
        elif _is_needed(name):
            raise DomainError(f"The file {name} is missing from storage. Nothing was backed up.")
        else:
            gone.append(name)
    return {"files": hashes, "files_let_go": gone}


def let_go(names: Sequence[str]) -> None:
    """Take from their jobs the uploads that were left out of a backup: without them the text is read again, and their
    rows are swept.
    """
    for upload in Upload.objects.filter(file__in=names):
        upload.jobs.clear()


def copy_in(name: str, digest: str, files: Path) -> None:
    """Store a file of a backup; one that is there already must be the same."""
    path = find_inside(files, name)
    if default_storage.exists(name):
        with default_storage.open(name, "rb") as stored:
            if _hash_while_copying(stored) == digest:  # by a restore that was cut off
                return
        raise DomainError(f"Storage already has a different file {name}. Restore into empty storage.")
    with path.open("rb") as copy:
        default_storage.save(name, File(copy))


def find_inside(files: Path, name: str) -> Path:
    """Return the place of a file in a backup's folder; raise DomainError where its name leads out."""
    path = (files / name).resolve()
    if not path.is_relative_to(files.resolve()):
        raise DomainError(f"The file name {name} points outside the backup.")
    return path


def _copy_out(name: str, files: Path) -> str | None:
    """Return the hash of what was copied, None for a file that is not there."""
    path = find_inside(files, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        stored = default_storage.open(name, "rb")
    except FileNotFoundError:
        return None
    with stored, path.open("wb") as copy:
        return _hash_while_copying(stored, copy)


def _is_needed(name: str) -> bool:
    """Return whether a row refers to the file now. That of an upload without a job does not count: its file goes first,
    and a process that is killed then leaves the row to be swept.
    """
    for model, field in _list_fields():
        rows = model._base_manager.filter(**{field: name})
        if model is Upload:
            rows = rows.filter(jobs__isnull=False)
        if rows.exists():
            return True
    return False


def _list_fields() -> Iterator[tuple[type[Model], str]]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, FileField):
                yield model, field.name


def _hash_while_copying(source: File[bytes], target: IO[bytes] | None = None) -> str:
    digest = hashlib.sha256()
    for chunk in source.chunks():
        digest.update(chunk)
        if target is not None:
            target.write(chunk)
    return digest.hexdigest()
