"""Backups: whole or refused."""

import errno
import json
import os
import re
import stat
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotation_site.backups import copies
from annotation_site.backups.copies import CONTENTS, DUMP, FILES, back_up, restore
from annotation_site.jobs.models import Upload
from annotation_site.web.exceptions import DomainError
from tests.factories import make_project
from tests.scripts.work import make_manager, preview_imports
from tests.stand_ins.object_stores import silent_object_store

# What is written is committed: pg_dump looks from outside. Coming back whole is tried by
# tests/faults/servers/r13_backup.py.
pytestmark = pytest.mark.django_db(transaction=True)


def test_the_folder_holds_dump_files_and_the_fingerprint_of_each_table(tmp_path: Path) -> None:
    preview_imports(1, 3)
    output = StringIO()
    call_command("back_up", str(tmp_path / "backup"), stdout=output)
    contents = json.loads((tmp_path / "backup" / CONTENTS).read_text())
    assert contents["tables"]["projects_project"][0] == 1
    # The text, and the rows that its preview keeps.
    names = sorted(upload.file.name for upload in Upload.objects.all())
    assert (len(names), sorted(contents["files"])) == (2, names)
    assert all((tmp_path / "backup" / FILES / name).exists() for name in names)
    assert " 2 files" in output.getvalue()


def test_a_backup_is_for_its_owner_alone(tmp_path: Path) -> None:
    preview_imports(1, 3)
    (tmp_path / "new").mkdir()
    folder = tmp_path / "new" / "backup"
    umask = os.umask(0o022)
    try:
        back_up(folder)
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(umask)
    made = [folder, *folder.rglob("*")]
    assert {path.is_dir(): stat.S_IMODE(path.stat().st_mode) for path in made} == {True: 0o700, False: 0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o700, 0o600}


def test_a_backup_names_its_version_and_the_state_of_its_tables(tmp_path: Path) -> None:
    contents = back_up(tmp_path / "backup")
    assert contents["version"] == settings.VERSION
    assert ("projects", "0002_projects") in contents["migrations"]


def test_older_code_refuses_the_backup_of_newer_code(tmp_path: Path) -> None:
    back_up(tmp_path / "backup")
    path = tmp_path / "backup" / CONTENTS
    contents = json.loads(path.read_text())
    contents["version"] = "99.0"
    contents["migrations"] += [["projects", "9999_of_the_future"], ["an_app_that_is_gone", "0001_initial"]]
    path.write_text(json.dumps(contents))
    sentence = (
        "This backup was made by Interlinea 99.0, which is newer than this one (projects 9999_of_the_future). "
        "Restore it with that version."
    )
    with pytest.raises(DomainError, match=f"^{re.escape(sentence)}$"):
        restore(tmp_path / "backup")


def test_a_file_store_that_does_not_answer_is_told_in_one_sentence(tmp_path: Path) -> None:
    preview_imports(1, 3)
    with silent_object_store(), pytest.raises(DomainError, match=r"made: the file store does not answer"):
        back_up(tmp_path / "backup")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_target_that_cannot_be_written_is_told_in_one_sentence(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path, *args: object, **options: object) -> None:
        raise OSError(number, os.strerror(number), str(folder))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(CommandError, match=rf"^The backup could not be made: {tmp_path}.*: {os.strerror(number)}\.$"):
        call_command("back_up", str(tmp_path / "backup"))


def test_a_target_below_a_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"^The backup could not be made: .*Not a directory"):
        call_command("back_up", str(tmp_path / "file" / "backup"))
    with pytest.raises(CommandError, match=r"^The backup cannot be read: .*Not a directory"):
        call_command("restore", str(tmp_path / "file"))


def test_what_failed_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "_find", lambda program: "/bin/false")
    with pytest.raises(DomainError, match=r"^pg_dump failed"):
        back_up(tmp_path / "backup")
    assert not list(tmp_path.iterdir())


def test_a_program_older_than_the_server_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1\n")
    program.chmod(0o700)
    monkeypatch.setattr(copies, "_find", lambda name: str(program))
    with pytest.raises(DomainError, match=r"^pg_dump is older than the database's server"):
        back_up(tmp_path / "backup")


def test_a_folder_that_exists_is_not_written_into(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Choose a new folder for the backup"):
        call_command("back_up", str(tmp_path))


def test_without_a_file_the_database_names_there_is_no_backup(tmp_path: Path) -> None:
    preview_imports(1, 3)
    default_storage.delete(Upload.objects.earliest("pk").file.name)
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
