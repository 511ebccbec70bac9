"""`make test`: servers and data of its own, every check, every test, and a summary."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from annotation_site.embedded.chromium import find_chromium
from annotation_site.embedded.console import say
from annotation_site.embedded.locks import hold_lock
from annotation_site.embedded.running import REPOSITORY, make_environment, manage
from annotation_site.embedded.supervision import start_servers, supervise


def test(data: Path, pytest_arguments: Sequence[str]) -> int:
    """Run all checks even after a failure, and return the first failure's status."""
    with hold_lock(data):
        with supervise(data) as supervisor:
            clear_data(data)
            chromium = find_chromium()
            servers = start_servers(supervisor, waits_for_disk=False)
            environment = {**os.environ, **servers, **make_environment(data, "test"), "CHROMIUM": str(chromium)}
            # Tests start hundreds of processes: each would compile every module again.
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            results = [(name, *run_step(name, command, environment)) for name, command in list_steps(pytest_arguments)]
        clear_data(data)
    return summarise(results)


def measure(data: Path, scripts: Sequence[str]) -> int:
    """Run scripts of tests.faults or tests.benchmarks, given by module name, on servers of their own."""
    with hold_lock(data):
        with supervise(data) as supervisor:
            clear_data(data)
            environment = {**os.environ, **start_servers(supervisor), **make_environment(data, "test")}
            results = [(name, *run_step(name, [sys.executable, "-m", name], environment)) for name in scripts]
        clear_data(data)
    return summarise(results)


def list_steps(pytest_arguments: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the names and commands of the checks, quick ones first."""
    tools = Path(sys.executable).parent
    steps = [
        ("ruff check", [str(tools / "ruff"), "check", "."]),
        ("ruff format", [str(tools / "ruff"), "format", "--check", "."]),
        ("templates", [str(tools / "djangofmt"), "check", "templates"]),
        ("scripts", [str(tools / "oxlint"), "--deny-warnings", "static"]),
        ("style sheets", [sys.executable, "-m", "tests.linting.stylesheets", "static"]),
        ("mypy", [str(tools / "mypy")]),
        ("dependencies", [sys.executable, "-m", "tests.linting.dependencies", "--report"]),
        ("migrations", manage("makemigrations", "--check", "--dry-run")),
        ("system check", manage("check", "--fail-level", "WARNING")),
        ("pytest", [sys.executable, "-m", "pytest", "--durations=30", *share_out(), *pytest_arguments]),
    ]
    if (REPOSITORY / ".importlinter").exists():
        steps.insert(6, ("layers", [str(tools / "lint-imports")]))
    return steps


def share_out() -> list[str]:
    """Return the options for three test processes on two or more cores, each with a database, a broker, a web server
    and a browser of its own; tests of a file stay together, because they share their set-up. A quarter of a test's time
    is waiting, for a clock, a worker or a page: two processes leave a core idle while they wait. A process that ended
    is replaced once: what ended it is tried again by the next one.
    """
    if (os.cpu_count() or 1) == 1:
        return []
    return ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart", "1"]


def run_step(name: str, command: Sequence[str], environment: dict[str, str]) -> tuple[int, float]:
    say(f"\n── {name}: {' '.join(command)}")
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=REPOSITORY, env=environment)  # noqa: S603
    try:
        code = process.wait()
    except BaseException:
        process.terminate()
        process.wait(30)
        raise
    return code, time.monotonic() - began


def summarise(results: Sequence[tuple[str, int, float]]) -> int:
    say("\n── Summary")
    for name, code, seconds in results:
        say(f"{'passed' if code == 0 else 'FAILED':<8}{name:<34}{seconds:8.1f} s")
    return next((code for _, code, _ in results if code != 0), 0)


def clear_data(data: Path) -> None:
    """Delete the last test run's databases and files; the lock and the logs stay, they explain a failure."""
    servers = data / "servers"
    if servers.is_symlink():
        if servers.exists():
            shutil.rmtree(servers.resolve())
        servers.unlink()
    for path in data.iterdir():
        if path.name in ("launcher.lock", "log"):
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
