import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg2
import pytest

from annotation_site.embedded import postgres
from annotation_site.embedded.places import Place, open_place, run_as
from annotation_site.embedded.postgres import ADMINISTRATOR, ROLE, Postgres, runs_cluster
from annotation_site.embedded.servers import HOST
from tests.annotation_site.embedded.conftest import data_directory


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    """Make a cluster once: initdb takes longer than most of these tests."""
    with data_directory() as data:
        cluster = Postgres(open_place(data), data)
        yield cluster
        cluster.child.stop()


@pytest.fixture
def server(cluster: Postgres) -> Postgres:
    """Return the running cluster, empty, whatever the test before did to it."""
    if not cluster.child.is_alive:
        cluster.start()
    ask(cluster, "DROP TABLE IF EXISTS kept")
    return cluster


def ask(server: Postgres, statement: str) -> list[tuple[object, ...]]:
    connection = psycopg2.connect(server.url)
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []
    finally:
        connection.close()


def kill(server: Postgres) -> None:
    assert server.child.process is not None
    server.child.process.kill()
    server.child.process.wait()


def write_pid(server: Postgres, text: str) -> None:
    path = server.cluster / "postmaster.pid"
    path.write_text(text)
    server.place.hand_over(path)


def test_a_killed_server_starts_again_with_its_data_at_the_same_address(server: Postgres) -> None:
    ask(server, "CREATE TABLE kept AS SELECT 42 AS answer")
    address = server.url
    for _ in range(3):
        kill(server)
        server.restart()
    assert server.url == address
    assert ask(server, "SELECT answer FROM kept") == [(42,)]


def test_a_database_that_is_held_up_keeps_nobody_waiting_for_ever(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "STATEMENT_SECONDS", 1)
    address = {"host": HOST, "port": server.port, "password": server.administrator_password, "dbname": "postgres"}
    # A block around it commits when it ends.
    with closing(psycopg2.connect(user=ADMINISTRATOR, **address)) as other, other, other.cursor() as cursor:
        cursor.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT -1")
        assert not server.answers()
    assert server.answers()


def test_a_pid_reused_by_another_program_is_not_taken_for_the_server(server: Postgres) -> None:
    ask(server, "CREATE TABLE kept AS SELECT 42 AS answer")
    kill(server)
    lines = (server.cluster / "postmaster.pid").read_text().splitlines()
    with subprocess.Popen(["sleep", "20"], cwd="/", **run_as(server.place.account)) as stranger:
        write_pid(server, "\n".join([str(stranger.pid), *lines[1:], ""]))
        assert not runs_cluster(stranger.pid, server.cluster)
        server.restart()
        assert ask(server, "SELECT answer FROM kept") == [(42,)]
        assert stranger.poll() is None
        stranger.kill()


@pytest.mark.parametrize("text", ["", "not a pid\n", "4194304\n"], ids=["empty", "garbled", "dead"])
def test_a_stale_pid_file_is_survived(server: Postgres, text: str) -> None:
    server.child.stop()
    write_pid(server, text)
    server.start()
    assert ask(server, "SELECT 1") == [(1,)]


def test_a_running_server_is_recognised_and_a_zombie_is_not(server: Postgres) -> None:
    assert server.child.process is not None
    pid = server.child.process.pid
    assert runs_cluster(pid, server.cluster)
    os.kill(pid, 9)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # dead, and not yet reaped
    assert not runs_cluster(pid, server.cluster)


def test_a_second_server_is_refused_on_the_data_of_a_living_one(server: Postgres) -> None:
    second = Postgres(server.place, server.data)
    second.retry_seconds = 0
    with pytest.raises(Exception, match="does not start"):
        second.start()
    assert ask(server, "SELECT 1") == [(1,)]


def test_a_killed_initdb_does_not_look_like_a_database(place: Place, data: Path) -> None:
    server = Postgres(place, data)
    partial = place.make_directory("postgres.partial")
    (partial / "PG_VERSION").write_text("18\n")
    server.start()
    assert ask(server, "SELECT 1") == [(1,)]
    server.child.stop()


def test_the_products_role_creates_databases_and_is_no_superuser(server: Postgres) -> None:
    rights = ask(server, "SELECT rolcreatedb, rolsuper FROM pg_roles WHERE rolname = current_user")
    assert rights == [(True, False)]


def test_pages_have_checksums_and_letters_beyond_ascii_have_cases(server: Postgres) -> None:
    assert ask(server, "SHOW data_checksums") == [("on",)]
    assert ask(server, "SELECT upper('è')") == [("È",)]


def test_nobody_gets_in_without_the_password(server: Postgres) -> None:
    with pytest.raises(psycopg2.OperationalError, match="password authentication failed"):
        psycopg2.connect(server.url.replace(server.password, "guess"))


def test_the_passwords_are_readable_by_their_owner_only(server: Postgres) -> None:
    modes = {path.stat().st_mode & 0o777 for path in server.place.root.glob("*.secret")}
    assert modes == {0o600}
    assert server.place.root.stat().st_mode & 0o777 == 0o700


def test_a_server_that_does_not_wait_for_the_disk_keeps_what_it_committed_when_it_is_killed(server: Postgres) -> None:
    assert ask(server, "SHOW fsync") == [("on",)]
    server.child.stop()
    server.waits_for_disk = False
    server.start()
    ask(server, "CREATE TABLE kept AS SELECT 42 AS answer")
    kill(server)
    server.restart()
    assert ask(server, "SHOW fsync") == [("off",)]
    assert ask(server, "SELECT answer FROM kept") == [(42,)]
    server.child.stop()
    del server.waits_for_disk
