"""Backups: whole or refused."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotation_site.backups.copies import CONTENTS, DUMP, FILES, back_up, restore
from annotation_site.jobs.models import Upload
from annotation_site.web.exceptions import DomainError
from tests.factories import make_project
from tests.scripts.work import make_manager, preview_imports

# What is written is committed: pg_dump looks from outside. Coming back whole is tried by tests/faults/r13_backup.py.
pytestmark = pytest.mark.django_db(transaction=True)


def test_the_folder_holds_dump_files_and_the_fingerprint_of_each_table(tmp_path: Path) -> None:
    preview_imports(1, 3)
    output = StringIO()
    call_command("back_up", str(tmp_path / "backup"), stdout=output)
    contents = json.loads((tmp_path / "backup" / CONTENTS).read_text())
    assert contents["tables"]["projects_project"][0] == 1
    assert list(contents["files"]) == [Upload.objects.get().file.name]
    assert (tmp_path / "backup" / FILES / Upload.objects.get().file.name).exists()
    assert " 1 files" in output.getvalue()


def test_a_folder_that_exists_is_not_written_into(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Choose a new folder for the backup"):
        call_command("back_up", str(tmp_path))


def test_without_a_file_the_database_names_there_is_no_backup(tmp_path: Path) -> None:
    preview_imports(1, 3)
    default_storage.delete(Upload.objects.get().file.name)
    with pytest.raises(DomainError, match="The file uploads/"):
        back_up(tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


def test_a_database_with_tables_is_not_restored_into(tmp_path: Path) -> None:
    project = make_project(make_manager())
    back_up(tmp_path / "backup")
    with pytest.raises(CommandError, match="This database already has tables"):
        call_command("restore", str(tmp_path / "backup"))
    project.refresh_from_db()


def test_a_backup_that_was_changed_is_refused(tmp_path: Path) -> None:
    back_up(tmp_path / "backup")
    with (tmp_path / "backup" / DUMP).open("ab") as dump:
        dump.write(b"x")
    with pytest.raises(DomainError, match=r"Changed since the backup was made: .*database\.dump"):
        restore(tmp_path / "backup")


def test_a_backup_that_names_a_file_outside_itself_is_refused(tmp_path: Path) -> None:
    back_up(tmp_path / "backup")
    contents = json.loads((tmp_path / "backup" / CONTENTS).read_text())
    contents["files"]["../../secret"] = "0" * 64
    (tmp_path / "backup" / CONTENTS).write_text(json.dumps(contents))
    with pytest.raises(DomainError, match="points outside the backup"):
        restore(tmp_path / "backup")


@pytest.mark.parametrize("text", ["", "[]", "{}", "no json"])
def test_a_folder_that_is_no_backup_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / CONTENTS).write_text(text)
    with pytest.raises(DomainError, match="is not a valid backup manifest"):
        restore(tmp_path)
