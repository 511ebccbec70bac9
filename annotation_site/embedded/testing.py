"""`make test` and `make test-only`: servers and data of their own, every check, every test, and a summary."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile

from annotation_site.embedded.chromium import find_chromium
from annotation_site.embedded.console import say
from annotation_site.embedded.locks import hold_lock
from annotation_site.embedded.running import REPOSITORY, make_environment, manage
from annotation_site.embedded.supervision import start_servers, supervise


def test(data: Path, pytest_arguments: Sequence[str], *, with_checks: bool = True) -> int:
    """Run all checks even after a failure, then the tests, and return the first failure's status. Without checks, a
    few tests are run within the time that linters and mypy alone would take.
    """
    with hold_lock(data):
        with supervise(data) as supervisor:
            clear_data(data)
            chromium = find_chromium()
            servers = start_servers(supervisor, waits_for_disk=False)
            environment = {**os.environ, **servers, **make_environment(data, "test"), "CHROMIUM": str(chromium)}
            # Tests start hundreds of processes: each would compile every module again.
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            results = run_checks(list_checks(), environment) if with_checks else []
            pytest = [sys.executable, "-m", "pytest", "--durations=30", *share_out(), *pytest_arguments]
            results.append(("pytest", *run_step("pytest", pytest, environment)))
        clear_data(data)
    return summarise(results)


def measure(data: Path, arguments: Sequence[str]) -> int:
    """Run scripts of tests.faults or tests.benchmarks on servers of their own: module names, each followed by the
    options of its script, such as `--seed 2`.
    """
    scripts = split_scripts(arguments)
    with hold_lock(data):
        with supervise(data) as supervisor:
            clear_data(data)
            environment = {**os.environ, **start_servers(supervisor), **make_environment(data, "test")}
            results = [
                (script[0], *run_step(script[0], [sys.executable, "-m", *script], environment)) for script in scripts
            ]
        clear_data(data)
    return summarise(results)


def split_scripts(arguments: Sequence[str]) -> list[list[str]]:
    """Return the name of each script with its options."""
    scripts: list[list[str]] = []
    for argument in arguments:
        if argument.startswith("tests."):
            scripts.append([argument])
        elif scripts:
            scripts[-1].append(argument)
        else:
            sys.exit(f"{argument} is not a script. Name a module, such as tests.faults.people.r28_campaign.")
    return scripts


def list_checks() -> dict[str, list[str]]:
    """Return the commands of the checks by their names, quick ones first."""
    tools = Path(sys.executable).parent
    checks = {
        "ruff check": [str(tools / "ruff"), "check", "."],
        "ruff format": [str(tools / "ruff"), "format", "--check", "."],
        "template format": [str(tools / "djangofmt"), "--check", "templates"],
        "templates": [str(tools / "djangofmt"), "check", "templates"],
        "scripts": [str(tools / "oxlint"), "--deny-warnings", "static"],
        "style sheets": [sys.executable, "-m", "tests.linting.stylesheets", "static"],
        "layers": [str(tools / "lint-imports")],
        "migrations": manage("makemigrations", "--check", "--dry-run"),
        "system check": manage("check", "--fail-level", "WARNING"),
        "dependencies": [sys.executable, "-m", "tests.linting.dependencies", "--report"],
        "mypy": [str(tools / "mypy")],
        # In a fresh clone, all test processes would compile every test at the same time. What cannot be collected is
        # told by them.
        "collection": [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:terminal", "-o", "addopts="],
    }
    if not (REPOSITORY / ".importlinter").exists():
        del checks["layers"]
    return checks


def share_out() -> list[str]:
    """Return the options for four test processes on two or more cores, each with a database, a broker, a web server
    and a browser of its own; tests of a file stay together, because they share their set-up. A quarter of a test's time
    is waiting, for a clock, a worker or a page: three processes left two cores idle for a fifth of the time. A process
    that ended is replaced once: what ended it is tried again by the next one.
    """
    if (os.cpu_count() or 1) == 1:
        return []
    return ["-n", "4", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart", "1"]


def run_checks(checks: Mapping[str, list[str]], environment: dict[str, str]) -> list[tuple[str, int, float]]:
    """Run checks beside each other, and show what each printed in their order. One after another they left all cores
    but one idle for half a minute.
    """
    with ExitStack() as stack:
        running = []
        for name, command in checks.items():
            output = stack.enter_context(TemporaryFile())
            process = subprocess.Popen(command, cwd=REPOSITORY, env=environment, stdout=output, stderr=output)  # noqa: S603
            stack.callback(process.kill)
            running.append((name, process, output, time.monotonic()))
        results = []
        for name, process, output, began in running:
            code = process.wait()
            say(f"\n── {name}: {' '.join(checks[name])}")
            output.seek(0)
            say(output.read().decode(errors="replace"))
            results.append((name, code, time.monotonic() - began))
    return results


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
