"""`make run`: servers, database, demo project, web, worker, clock; until Ctrl-C."""

import http.client
import os
import socket
import sys
import time
from pathlib import Path

from annotation_site.embedded.console import LaunchError, say, show
from annotation_site.embedded.locks import hold_lock
from annotation_site.embedded.places import write_private
from annotation_site.embedded.processes import Child
from annotation_site.embedded.servers import HOST
from annotation_site.embedded.supervision import Supervisor, start_servers, supervise

REPOSITORY = Path(__file__).resolve().parents[2]
FIRST_PORT = 8000
PORTS_TRIED = 100
WEB_SECONDS = 60


def run(data: Path, first_port: int = FIRST_PORT) -> int:
    """Start everything and keep it up."""
    with hold_lock(data) as lock, supervise(data) as supervisor:
        environment = start_servers(supervisor) | make_environment(data, "development")
        waiting, ready = map(open, os.pipe(), "rw")
        with listen(first_port) as listener, waiting, ready:
            port = listener.getsockname()[1]
            address = f"http://{HOST}:{port}/"
            site = environment | {"SITE_ADDRESS": os.environ.get("SITE_ADDRESS") or address.rstrip("/")}
            web, *others = make_children(data, site, listener, waiting.fileno())
            # It loads while the tables are made, and serves after that. The others load when it has: five processes
            # that load Django at once make people wait for all of them.
            supervisor.add_child(web)
            prepare_database(data, environment)
            ready.close()
            wait_for_web(supervisor, port)
            for child in others:
                supervisor.add_child(child)
            lock.publish(address)
            show(describe_start(data, address))
            supervisor.watch()
    return 0


def make_environment(data: Path, name: str) -> dict[str, str]:
    """Return the variables that the settings read, and make the secret key at the first start."""
    key = data / "secret-key"
    if not key.exists():
        write_private(key, os.urandom(48).hex())
    return {
        "INTERLINEA_ENVIRONMENT": name,
        "INTERLINEA_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "annotation_site.settings",
    }


def prepare_database(data: Path, environment: dict[str, str]) -> None:
    """Bring the tables up to date and load the demo projects in one process; both are safe to repeat."""
    say("Preparing tables and demo …")
    log = data / "log" / "load_demo.log"
    child = Child("manage.py", manage("load_demo", "--migrate", "--show"), data, log, environment, folder=REPOSITORY)
    child.start()
    while child.is_alive:
        time.sleep(0.05)
    if child.process is None or child.process.returncode != 0:
        raise LaunchError(f"manage.py load_demo --migrate failed. The end of {log}:\n{child.last_lines(30)}")


def manage(*command: str) -> list[str]:
    return [sys.executable, str(REPOSITORY / "manage.py"), *command]


def listen(first_port: int) -> socket.socket:
    """Listen on the first free port ourselves, so that nobody takes it meanwhile or while the web server restarts."""
    for port in range(first_port, first_port + PORTS_TRIED):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen(2048)
        except OSError:
            listener.close()
            continue
        if port != first_port:
            say(f"Port {first_port} is in use; this is on {port}.")
        return listener
    raise LaunchError(f"No free port from {first_port} to {first_port + PORTS_TRIED - 1}.")


def make_children(data: Path, environment: dict[str, str], listener: socket.socket, waiting: int) -> list[Child]:
    """Name web, worker and clock in the order in which they start; they stop in the reverse one: while the worker ends
    what it has at hand, people are still answered. The web server serves when the pipe it waits for is closed.
    """
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "-A", "annotation_site"]
    descriptor = listener.fileno()
    awaiting = {**environment, "INTERLINEA_SERVES_AFTER": str(waiting)}
    web = [
        *(*python, "gunicorn", "--config", "python:annotation_site.server.configuration"),
        *("--bind", f"fd://{descriptor}"),
    ]
    worker = [*celery, "worker", "--concurrency", "3", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    # The clock has no state worth keeping: its tasks are sweeps, and one too many does no harm.
    beat = [*celery, "beat", "--schedule", str(data / "beat-schedule"), "--pidfile", "", "--loglevel", "INFO"]
    log = data / "log"
    return [
        Child(
            *("web", web, data, log / "web.log", awaiting),
            folder=REPOSITORY,
            stop_seconds=15,
            pass_fds=[descriptor, waiting],
        ),
        # The first SIGTERM ends it after the tasks at hand; what does not end in time is claimed anew after its lease.
        Child("worker", worker, data, log / "worker.log", environment, folder=REPOSITORY, stop_seconds=20),
        Child("beat", beat, data, log / "beat.log", environment, folder=REPOSITORY),
    ]


def wait_for_web(supervisor: Supervisor, port: int) -> None:
    """Wait until a request is answered; a child that dies meanwhile ends the wait."""
    deadline = time.monotonic() + WEB_SECONDS
    while not answers_http(port):
        supervisor.check(revive=False)
        if time.monotonic() > deadline:
            raise LaunchError(f"The web server does not answer; see {supervisor.data / 'log' / 'web.log'}")
        time.sleep(0.05)


def answers_http(port: int) -> bool:
    """Return whether there is any answer: an error page is for the person to see, and does not mean that
    nothing runs.
    """
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/health/")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def describe_start(data: Path, address: str) -> str:
    accounts = data / "demo-accounts.txt"
    lines = ["", f"Interlinea is at {address}"]
    if accounts.exists():
        lines += ["", accounts.read_text().strip()]
    return "\n".join([*lines, "", f"Logs are in {data / 'log'}. Ctrl-C stops everything.", ""])
