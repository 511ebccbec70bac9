"""Servers of the tests' own, in directories of their own; none of these tests uses Django's database."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from annotation_site.embedded.places import Place, open_place
from annotation_site.embedded.processes import stop_marked

REPOSITORY = Path(__file__).resolve().parents[3]


@contextmanager
def data_directory() -> Iterator[Path]:
    """Make a data directory that the servers' account can reach (pytest's own tmp_path is closed to it)."""
    path = Path(tempfile.mkdtemp(prefix="interlinea-test-")).resolve()
    path.chmod(0o755)
    yield path
    stop_marked(path, seconds=5)
    if (path / "servers").exists():
        shutil.rmtree((path / "servers").resolve())
    shutil.rmtree(path)


@pytest.fixture
def data() -> Iterator[Path]:
    with data_directory() as path:
        yield path


@pytest.fixture
def place(data: Path) -> Place:
    return open_place(data)


@pytest.fixture
def launch(data: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start the real launcher with servers of its own, whatever servers this test run uses."""
    started: list[subprocess.Popen[str]] = []
    unset = ("DATABASE_URL", "REDIS_URL", "INTERLINEA_ENVIRONMENT", "INTERLINEA_DATA")
    environment = {name: value for name, value in os.environ.items() if name not in unset}

    def start(*arguments: str, **variables: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "annotation_site.embedded", *arguments, "--data", str(data)]
        process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env=environment | variables,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
