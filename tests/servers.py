"""The real web server and the real worker, as processes of their own on the tests' database."""

import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError

import psutil
from celery import current_app
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 90
PORTS = range(10_000, 32_000)
# These stay up for many tests, some of which let jobs fall silent and sweep themselves.
UNSWEPT = {"JOB_SWEEP_SECONDS": "36000"}
PATIENT = {"DJANGO_SETTINGS_MODULE": "tests.running.patient_settings"}


def child_environment() -> dict[str, str]:
    """Return the environment that points a child at the tests' database instead of the real one."""
    values = connection.settings_dict
    host, port = values["HOST"], values["PORT"]
    address = f"postgresql://{values['USER']}:{values['PASSWORD']}@{host}:{port}/{values['NAME']}"
    data = str(settings.STORAGES["default"]["OPTIONS"]["location"])
    return {
        **os.environ,
        "DATABASE_URL": address,
        "INTERLINEA_ENVIRONMENT": "test",
        "INTERLINEA_DATA": str(Path(data).parent),
        "SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "annotation_site.settings",
        "INTERLINEA_EFLOMAL": settings.ALIGNER_FOLDERS["eflomal"],
        "INTERLINEA_ENCODER_ALIGN": settings.ALIGNER_FOLDERS["encoder"],
    }


@contextmanager
def running_worker(concurrency: int = 1, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a Celery worker and wait until it logs that it is ready."""
    command = ["-m", "celery", "-A", "annotation_site", "worker", "--concurrency", str(concurrency)]
    # As in an installation; nobody else is there to be asked for a second at the start.
    command += ["--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    log = Path(os.environ.get("TEST_LOG_DIR", "/tmp")) / f"test-worker-{os.getpid()}-{time.monotonic_ns()}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={**child_environment(), **UNSWEPT, **environment},
            stdout=output,
            stderr=output,
        )
    try:
        wait_until(lambda: " ready." in log.read_text(errors="replace"), f"the worker did not start, see {log}")
        yield process
    finally:
        stop(process)


@contextmanager
def running_site(workers: int = 1, threads: int = 8, **environment: str) -> Iterator[str]:
    """Start gunicorn on a free port and give its address."""
    port = free_port()
    command = ["-m", "gunicorn", "tests.running.wsgi", "--config", "python:annotation_site.server.configuration"]
    command += ["--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--threads", str(threads)]
    command += ["--log-level", "warning"]
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env={**child_environment(), **PATIENT, **UNSWEPT, **environment}
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: answers(address), "the web server did not start")
        yield address
    finally:
        stop(process)


def is_worker_idle() -> bool:
    """Return whether the one worker answers and has neither begun nor fetched a task."""
    inspect = current_app.control.inspect(limit=1)
    answers = inspect.active(), inspect.reserved()
    return all(answer is not None and not any(answer.values()) for answer in answers)


def wait_until(is_true: object, complaint: str, seconds: float = START_SECONDS, every: float = 0.05) -> None:
    """Poll a callable until it is true; AssertionError with the complaint after `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_true():  # type: ignore[operator]
            return
        time.sleep(every)
    raise AssertionError(complaint)


def has_ended(process: int) -> bool:
    """Return whether a process has ended, even if nobody has asked for its status."""
    try:
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a child and wait for it; kill it when it will not go."""
    process.terminate()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """Return a port that nobody uses right now; none of those that systems give to outgoing connections, one of which
    could take it before the server does.
    """
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health/", timeout=2):
            return True
    except URLError as error:
        return hasattr(error, "code")
    except OSError:
        return False
