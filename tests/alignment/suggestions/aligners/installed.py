"""The aligner to test with: INTERLINEA_EFLOMAL names the folder of its commands, else the one `make test` fills."""

import os
from pathlib import Path

import pytest


def eflomal_folder() -> str:
    """Return the folder of its commands; skip the test where it is not installed."""
    folder = os.environ.get("INTERLINEA_EFLOMAL") or "var/aligner/bin"
    if not (Path(folder) / "eflomal-align").exists():
        pytest.skip(f"no eflomal-align under {folder}; install requirements-aligner.txt and set INTERLINEA_EFLOMAL")
    return folder


def make_program(folder: Path) -> Path:
    """Return the path of a program that stands for an installed aligner; it cannot be run."""
    program = folder / "eflomal-align"
    program.touch()
    return program
