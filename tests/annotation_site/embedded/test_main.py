"""`make` and the launcher, where they cannot do what they are asked: one sentence each."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from annotation_site.embedded import __main__ as launcher
from annotation_site.embedded import python_speed as speed
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


def put_python(folder: Path, name: str, line: str) -> None:
    """Put a program into the folder that says, whatever it is asked to run, what the script of speeds would."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{line}\n")
    (folder / name).chmod(0o755)


def make_with(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make where these Pythons are all there is, as from a shell and not from `make test`."""
    command = ["make", "PYTHONS=python3 python3.13 python3.12 python3.11", *arguments]
    path = {"PATH": f"{folder}:/usr/bin:/bin"}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=path)


def find_python(folder: Path, *arguments: str) -> str:
    return make_with(folder, "--eval", "found: ; @echo $(PYTHON)", "found", *arguments).stdout.strip()


def test_the_fastest_python_is_taken(tmp_path: Path) -> None:
    put_python(tmp_path, "python3", "echo 0.0069 /opt/slow")
    put_python(tmp_path, "python3.13", "echo 0.0049 /opt/fast")
    put_python(tmp_path, "python3.12", "exit 1")
    put_python(tmp_path, "python3.11", "echo 9.0000 /opt/without venv")
    assert find_python(tmp_path) == "/opt/fast"
    assert find_python(tmp_path, "PYTHON=/opt/mine") == "/opt/mine"


def test_no_python_that_is_new_enough_is_told(tmp_path: Path) -> None:
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        put_python(tmp_path, name, "exit 1")
    done = make_with(tmp_path, f"VENV={tmp_path}/.venv", f"{tmp_path}/.venv/bin/python")
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        2,
        "Interlinea needs Python 3.11 or newer, and none is on the PATH. "
        "If you have one elsewhere: make PYTHON=/path/to/python run",
    )


def test_each_python_says_its_speed_and_where_it_lies() -> None:
    done = subprocess.run([sys.executable, speed.__file__], capture_output=True, text=True, check=True)
    seconds, place = done.stdout.split(maxsplit=1)
    assert (float(seconds) > 0, place.strip()) == (True, sys.executable)


def test_a_python_that_cannot_make_environments_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "find_spec", lambda name: None)
    speed.main()
    assert capsys.readouterr().out == f"9.0000 {sys.executable}\n"


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
    programs = (ROOT / "deploy" / "image" / "programs.sh").read_text()
    [client] = re.findall(r"^version=(\d+)$", programs, re.MULTILINE)
    [server] = re.findall(r"image: postgres:(\d+)", (ROOT / "docker-compose.yml").read_text())
    assert client == server
