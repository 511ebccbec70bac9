"""Paths of the shared, real annotated data: beside the repository, never inside it."""

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("INTERLINEA_SHARED", Path(__file__).parents[2] / "shared"))


def shared(path: str) -> Path:
    """Return the file or folder at a path such as "data/alignment/hansards-enfr"; skips the test where it is absent."""
    found = ROOT / path
    if not found.exists():
        pytest.skip(f"{path} is not under {ROOT}; set INTERLINEA_SHARED to the folder that holds it")
    return found
