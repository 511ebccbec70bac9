"""The aligners to test with: a variable names the folder of their commands, else the one that CI fills."""

import os
from pathlib import Path

import pytest


def eflomal_folder() -> str:
    """Return the folder of its commands; skip the test where it is not installed."""
    folder = os.environ.get("INTERLINEA_EFLOMAL") or "var/aligner/bin"
    if not (Path(folder) / "eflomal-align").exists():
        pytest.skip(f"no eflomal-align under {folder}; install requirements-aligner.txt and set INTERLINEA_EFLOMAL")
    return folder


def encoder_folder() -> str:
    """Return the folder of its command; skip the test where it is not installed."""
    folder = os.environ.get("INTERLINEA_ENCODER_ALIGN") or "var/aligner/bin"
    if not (Path(folder) / "encoder-align").exists():
        pytest.skip(f"no encoder-align under {folder}; run `make aligner`, or set INTERLINEA_ENCODER_ALIGN")
    return folder


def make_program(folder: Path, name: str = "eflomal-align") -> Path:
    """Return the path of a program that stands for an installed aligner; it cannot be run."""
    program = folder / name
    program.touch()
    return program
