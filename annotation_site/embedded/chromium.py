"""Finding or installing the Chromium of the browser tests; each step is printed."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from annotation_site.embedded.console import LaunchError, say

# The shell draws pages and no window around them: a page costs it a third less than the whole browser.
HEADLESS_SHELL = "chromium-headless-shell"
NAMES = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Right-to-left and Chinese sentences on screenshots need fonts, which a bare server lacks.
FONTS = ("fonts-noto-core", "fonts-noto-cjk")


def find_chromium() -> Path:
    """Return a Chromium that was seen to start: $CHROMIUM, the PATH, Playwright's, the system's package manager."""
    named = os.environ.get("CHROMIUM")
    if named:
        path = _try_program("$CHROMIUM", shutil.which(named))
        if path is None:
            raise LaunchError(f"$CHROMIUM is {named!r}, but it does not start.")
        return path
    steps: tuple[Callable[[], Path | None], ...] = (_search_path, _fetch_by_playwright, _install_by_apt)
    for step in steps:
        path = step()
        if path is not None:
            return path
    raise LaunchError(
        "No Chromium for the browser tests was found or downloaded (see above). "
        "Install Chromium, or set its path: CHROMIUM=/path/to/chromium make test"
    )


def _search_path() -> Path | None:
    for name in NAMES:
        chromium = _try_program(f"{name} on the PATH", shutil.which(name))
        if chromium:
            return chromium
    say("Chromium: none on the PATH.")
    return None


def _fetch_by_playwright() -> Path | None:
    if importlib.util.find_spec("playwright") is None:
        say("Chromium: Playwright is not installed, so it cannot fetch one.")
        return None
    path = _ask_playwright()
    chromium = _try_program("Playwright's", path)
    if chromium:
        return chromium
    if not _run_step([sys.executable, "-m", "playwright", "install", "chromium"]):
        return None
    chromium = _try_program("Playwright's", path)
    if chromium is None and os.geteuid() == 0:
        _run_step([sys.executable, "-m", "playwright", "install-deps", "chromium"])
        chromium = _try_program("Playwright's", path)
    return chromium


def _ask_playwright() -> str:
    """Ask in a separate process, because Playwright leaves a running event loop behind."""
    script = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
    return answer.stdout.strip()


def _install_by_apt() -> Path | None:
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        say("Chromium: the system's package manager is not tried (it needs apt-get and root).")
        return None
    _run_step([apt, "update", "-q"])
    for package in (HEADLESS_SHELL, "chromium"):  # only Debian has the shell
        if _run_step([apt, "install", "-q", "-y", "--no-install-recommends", package, *FONTS]):
            break
    return _search_path()


def _run_step(command: list[str]) -> bool:
    say(f"Chromium: {' '.join(command)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    code = subprocess.run(command, stdout=sys.stderr, env=environment, check=False).returncode  # noqa: S603
    if code != 0:
        say(f"Chromium: that failed (status {code}).")
    return code == 0


def _try_program(source: str, path: str | None) -> Path | None:
    """Start the program: a missing library or a stub package shows here and not in the middle of a test."""
    if not path or not Path(path).exists():
        return None
    try:
        answer = subprocess.run(  # noqa: S603
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"Chromium: {source} ({path}) does not start: {error}")
        return None
    if answer.returncode != 0:
        say(f"Chromium: {source} ({path}) does not start: {answer.stderr.strip()[:300]}")
        return None
    say(f"Chromium: {source}, {path} ({answer.stdout.strip()})")
    return Path(path)
