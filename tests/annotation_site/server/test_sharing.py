"""Folders of counts: one for each web server, and none left of those that were killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from annotation_site.server.sharing import FOLDER, PREFIX, open_folder, remove_folder


def test_a_server_leaves_no_folder_and_takes_those_of_killed_ones_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, "")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    killed, running = tmp_path / f"{PREFIX}{ended.pid}-abc", tmp_path / f"{PREFIX}{os.getppid()}-abc"
    for folder in (killed, running):
        folder.mkdir()
        (folder / "counter_1.db").write_bytes(b"\0")
    open_folder(str(tmp_path))
    own = Path(os.environ[FOLDER])
    assert own.parent == tmp_path and own.stat().st_mode & 0o777 == 0o700
    assert (killed.exists(), running.exists()) == (False, True)
    remove_folder()
    assert not own.exists()
    assert FOLDER not in os.environ
