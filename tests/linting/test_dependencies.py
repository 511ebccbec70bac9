"""The audit of packages: advisories fail the build, a missing network is told and does not."""

import json
import sys
from pathlib import Path

import pytest

from tests.linting import dependencies
from tests.linting.dependencies import audit, install

SOUND = {"name": "django", "version": "5.2", "vulns": []}
VULNERABLE = {"name": "jinja", "version": "1.0", "vulns": [{"id": "GHSA-1", "fix_versions": ["1.1"], "aliases": []}]}
SKIPPED = {"name": "local", "skip_reason": "not found on PyPI"}


def answer(tmp_path: Path, stdout: object, stderr: str = "", status: int = 0) -> int:
    """Audit with a program that gives this answer."""
    program = tmp_path / "audit.py"
    text = stdout if isinstance(stdout, str) else json.dumps({"dependencies": stdout, "fixes": []})
    program.write_text(f"import sys; print({text!r}); print({stderr!r}, file=sys.stderr); sys.exit({status})")
    return audit([sys.executable, str(program)], Path("constraints.txt"))


def test_packages_without_advisories_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(tmp_path, [SOUND]) == 0
    assert "1 packages audited" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("package", "said"), [(VULNERABLE, "jinja 1.0: GHSA-1, fixed in 1.1"), (SKIPPED, "local: not audited")]
)
def test_an_advisory_or_a_package_left_out_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], package: object, said: str
) -> None:
    assert answer(tmp_path, [SOUND, package], status=1) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("error", ["ERROR: Could not connect to OSV's vulnerability feed", "x timed out."])
def test_a_service_out_of_reach_is_told_and_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], error: str
) -> None:
    assert answer(tmp_path, "", error, 1) == 0
    said = capsys.readouterr().err
    assert "NOT AUDITED" in said
    assert error in said


def test_any_other_failure_fails(tmp_path: Path) -> None:
    assert answer(tmp_path, "", "ERROR: invalid requirement", 1) == 1
    assert audit([str(tmp_path / "nothing")], Path("constraints.txt")) == 1


def test_an_install_that_fails_is_told_and_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple/")
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setattr(dependencies, "PLACE", tmp_path / "audit")
    assert dependencies.main() == 0
    assert "NOT AUDITED" in capsys.readouterr().err


def test_what_is_installed_is_used_again(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "pip-audit"
    program.parent.mkdir()
    program.touch()
    assert install(tmp_path, "pip-audit", "requirements-audit.txt") == program
