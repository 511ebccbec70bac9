from pathlib import Path

import pytest

from annotation_site.embedded.chromium import find_chromium
from annotation_site.embedded.console import LaunchError


def make_program(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_the_named_chromium_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = make_program(tmp_path / "mine", "echo Chromium 1.0")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert find_chromium() == named


def test_a_named_chromium_that_does_not_start_is_not_replaced_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", str(make_program(tmp_path / "mine", "exit 127")))
    with pytest.raises(LaunchError, match=r"\$CHROMIUM is .*mine.* does not start"):
        find_chromium()


def test_a_stub_on_the_path_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_program(tmp_path / "chromium", "echo install the snap >&2; exit 1")
    real = make_program(tmp_path / "google-chrome", "echo Google Chrome 1.0")
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr("annotation_site.embedded.chromium.NAMES", ("chromium", "google-chrome"))
    assert find_chromium() == real
    assert "install the snap" in capsys.readouterr().err


def test_the_headless_shell_is_taken_before_the_whole_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chromium", "chromium-headless-shell", "google-chrome"):
        make_program(tmp_path / name, "echo Chromium 1.0")
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_chromium() == tmp_path / "chromium-headless-shell"


def test_the_whole_browser_is_installed_where_the_package_manager_lacks_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chromium = tmp_path / "chromium"
    installs = f"/bin/cp {make_program(tmp_path / 'packed', 'echo Chromium 1.0')} {chromium}"
    make_program(
        tmp_path / "apt-get", f"case $* in update*) ;; *headless-shell*) exit 100 ;; *' chromium '*) {installs} ;; esac"
    )
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("annotation_site.embedded.chromium._fetch_by_playwright", lambda: None)
    assert find_chromium() == chromium
