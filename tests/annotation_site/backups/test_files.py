"""Files that vanish while a backup is made: those that nothing needs are left out, any other stops it."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.imports.jobs.copy_rows import find_kept_rows
from annotation_site.backups import copies
from annotation_site.backups.copies import back_up
from annotation_site.backups.files import let_go
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import discard_made_file
from annotation_site.web.exceptions import DomainError
from tests.scripts.work import preview_imports

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def preview() -> Job:
    """Preview an import: one upload is the text, the other holds the rows that are kept."""
    (preview,) = preview_imports(1, 3)
    return preview


def find_rows(preview: Job) -> Upload:
    rows = find_kept_rows(preview)
    assert rows is not None
    return rows


def test_the_row_of_an_upload_that_lost_its_file_stops_no_backup(preview: Job, tmp_path: Path) -> None:
    rows = find_rows(preview)
    rows.jobs.clear()
    default_storage.delete(rows.file.name)
    contents = back_up(tmp_path / "backup")
    assert contents["files_let_go"] == [rows.file.name]
    assert len(contents["files"]) == 1


def test_what_an_import_drops_meanwhile_is_left_out(
    preview: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = find_rows(preview)
    name, hash_dump = rows.file.name, copies._hash_of

    def drop_and_hash(path: Path) -> str:
        with transaction.atomic():
            discard_made_file(rows)
        return hash_dump(path)

    # The first step after the moment that the backup keeps, and before its files are copied.
    monkeypatch.setattr(copies, "_hash_of", drop_and_hash)
    contents: dict[str, Any] = back_up(tmp_path / "backup")
    assert contents["tables"]["projects_upload"][0] == 2
    assert contents["files_let_go"] == [name]


def test_a_file_that_a_job_needs_must_be_there(preview: Job, tmp_path: Path) -> None:
    default_storage.delete(find_rows(preview).file.name)
    with pytest.raises(DomainError, match=r"^The file uploads/\S+ is missing from storage\. Nothing was backed up\.$"):
        back_up(tmp_path / "backup")
    assert not list(tmp_path.iterdir())


def test_a_restored_import_does_without_rows_that_were_left_out(preview: Job) -> None:
    let_go([find_rows(preview).file.name])
    assert find_kept_rows(preview) is None
    assert preview.uploads.count() == 1
