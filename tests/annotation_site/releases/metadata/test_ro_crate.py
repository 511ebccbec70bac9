"""Crates of releases before RO-Crate's own validator, which has an environment of its own beside that of the tests."""

import fcntl
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.annotation_site.releases.metadata.conftest import Published
from tests.linting.dependencies import ROOT, install

PLACE = ROOT / "var" / "crates"
CRATE = "ro-crate-metadata.json"
Validate = Callable[[Path], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def validate() -> Validate:
    """Return a function that validates a folder; skip the tests, and say so, where nothing can be installed."""
    PLACE.parent.mkdir(mode=0o700, exist_ok=True)
    with (PLACE.parent / "crates.lock").open("w") as lock:
        # Another process of the suite may be installing it just now.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if install(PLACE, "rocrate-validator", "requirements-crates.txt") is None:
            pytest.skip("roc-validator could not be installed (see above): no package index can be reached")
    program = [str(PLACE / "bin" / "python"), str(Path(__file__).with_name("validate_crate.py"))]
    return lambda folder: subprocess.run([*program, str(folder)], capture_output=True, text=True, check=False)


def test_crates_of_every_kind_are_valid(published: Published, validate: Validate) -> None:
    done = validate(published.folder)
    assert done.returncode == 0, done.stdout + done.stderr
    checks = int(done.stdout.split()[0])
    assert checks > 30, "all that RO-Crate 1.1 requires"


def test_the_validator_finds_what_is_missing(published: Published, validate: Validate) -> None:
    crate = json.loads(published.read(CRATE))
    (root,) = (each for each in crate["@graph"] if each["@id"] == "./")
    del root["datePublished"]
    path = published.folder / CRATE
    path.chmod(0o600)
    path.write_text(json.dumps(crate))
    done = validate(published.folder)
    assert done.returncode == 1
    assert "datePublished" in done.stdout
