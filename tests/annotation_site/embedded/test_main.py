"""`make` and the launcher, where they cannot do what they are asked: one sentence each."""

import errno
import os
import re
import subprocess
from pathlib import Path

import pytest

from annotation_site.embedded import __main__ as launcher
from tests.servers import ROOT


def run_make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("backup", "Name a new folder: make backup TO=/backups/today"),
        ("restore", "Name the folder of a backup: make restore FROM=/backups/today"),
    ],
)
def test_a_backup_without_its_folder_is_told_in_one_sentence(target: str, sentence: str) -> None:
    # Nothing is installed for the question.
    done = run_make(target, "--old-file=.venv/.installed")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, sentence)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EROFS, "{data} cannot be written: Read-only file system. --data names another folder."),
        (errno.ENOSPC, "{data} cannot be written: No space left on device. --data names another folder."),
        (errno.EACCES, "{data} belongs to another user; was the last start by root? (Permission denied)"),
    ],
)
def test_a_data_folder_that_cannot_be_written_is_told_in_one_sentence(
    tmp_path: Path, number: int, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path, *args: object, **options: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("sys.argv", ["launcher", "manage", "--data", str(tmp_path / "data"), "back_up", "/backups"])
    monkeypatch.setattr(Path, "mkdir", refuse)
    assert launcher.main() == 1
    assert capsys.readouterr().err == sentence.format(data=tmp_path / "data") + "\n"


def test_the_image_has_the_client_programs_of_the_server_beside_it() -> None:
    image, servers = (ROOT / "Dockerfile").read_text(), (ROOT / "docker-compose.yml").read_text()
    [client], [server] = re.findall(r"postgresql-client-(\d+)", image), re.findall(r"image: postgres:(\d+)", servers)
    assert client == server
