"""`make run` itself: the real launcher, servers, web, worker and clock, in a data directory of its own."""

import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2

from annotation_site.embedded.processes import find_marked
from annotation_site.embedded.servers import HOST, find_free_port

Launch = Callable[..., subprocess.Popen[str]]
ADDRESS = re.compile(r"Interlinea is at (http://127\.0\.0\.1:(\d+)/)")


def read_until(process: subprocess.Popen[str], pattern: re.Pattern[str]) -> re.Match[str]:
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        found = pattern.search(line)
        if found:
            return found
    raise AssertionError(process.stderr.read())


@contextmanager
def occupied_port() -> Iterator[int]:
    with socket.create_server((HOST, 0)) as other:
        yield other.getsockname()[1]


def database_of(data: Path) -> str:
    password = (data / "servers" / "postgres.secret").read_text()
    port = (data / "servers" / "postgres.port").read_text()
    return f"postgresql://interlinea:{password}@{HOST}:{port}/interlinea"


def finish(process: subprocess.Popen[str]) -> str:
    output, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    return output


def ask(data: Path, statement: str) -> list[tuple[object, ...]]:
    connection = psycopg2.connect(database_of(data))
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []
    finally:
        connection.close()


def test_everything_starts_goes_on_after_a_kill_and_leaves_nothing_behind(launch: Launch, data: Path) -> None:
    with occupied_port() as taken:
        first = launch("run", "--port", str(taken))
        address, port = read_until(first, ADDRESS).groups()
        assert int(port) > taken
    with urllib.request.urlopen(f"{address}accounts/login/", timeout=60) as answer:
        assert answer.status == 200
    ask(data, "CREATE TABLE kept AS SELECT 42 AS answer")
    backup = data / "backup"
    assert "files were written to" in finish(launch("manage", "back_up", str(backup)))

    second = launch("run")
    _, error = second.communicate(timeout=300)
    assert second.returncode == 1
    assert f"Already running with the data in {data} (process {first.pid}): {address}" in error

    first.kill()
    first.wait()
    left = {process.pid for process in find_marked(data)}
    assert left

    again = launch("run", "--port", str(find_free_port()))
    read_until(again, ADDRESS)
    assert left.isdisjoint(process.pid for process in find_marked(data))
    assert ask(data, "SELECT answer FROM kept") == [(42,)]

    again.send_signal(signal.SIGINT)
    _, error = again.communicate(timeout=300)
    assert again.returncode == 0
    assert "its processes still ran and were stopped" in error
    assert find_marked(data) == []
    assert not (data / "servers" / "postgres" / "postmaster.pid").exists()  # a clean end, no recovery next time

    shutil.rmtree((data / "servers").resolve())
    (data / "servers").unlink(missing_ok=True)
    assert "files were restored; all tables match the backup." in finish(launch("manage", "restore", str(backup)))
    assert find_marked(data) == []


def test_a_stop_during_the_start_leaves_nothing_behind(launch: Launch, data: Path) -> None:
    process = launch("servers")
    assert process.stderr is not None
    assert process.stderr.readline() == "Creating the database …\n"
    os.kill(process.pid, signal.SIGTERM)
    process.communicate(timeout=300)
    assert find_marked(data) == []


def test_servers_named_in_the_environment_are_used_and_not_started(launch: Launch, data: Path) -> None:
    outside = {"DATABASE_URL": "postgresql://a@b/c", "REDIS_URL": "redis://d/0"}
    process = launch("servers", **outside)
    assert read_until(process, re.compile("export REDIS_URL=(.*)"))[1] == outside["REDIS_URL"]
    assert find_marked(data) == []
    assert not (data / "servers").exists()


def test_what_a_shell_needs_is_printed(launch: Launch, data: Path) -> None:
    process = launch("servers")
    address = read_until(process, re.compile("export DATABASE_URL=(.*)"))[1]
    assert address == database_of(data)
    assert ask(data, "SELECT 1") == [(1,)]
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=300)
    assert process.returncode == 0
