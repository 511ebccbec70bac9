"""Web servers beside each other: our worker of gunicorn, its own threads, waitress and granian, before the same site.

Each is asked for a small answer while nobody else asks, and while requests that were begun and never ended are held
open. Two processes of eight threads each, but for waitress, which has one of sixteen; limits of connections are raised
where a server has them. The two last are installed below var/peers when they are asked for.
"""

import http.client
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

from annotation_site.embedded.processes import Child
from annotation_site.server.configuration import threads, workers
from tests.benchmarks.peers.environments import Environment, NotInstalledError, measure_memory
from tests.scripts.bad_input.half_sent import half_sent_requests
from tests.scripts.machine import announce, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.servers import free_port

APPLICATION = "annotation_site.wsgi:application"
PACKAGES = {"waitress": "waitress==3.0.2", "granian": "granian==2.8.9"}
OURS, THREADS = "our worker of gunicorn", "gunicorn's own threads"
# Who asks waits so long, and the site counts as stopped when so many in a row got no answer.
PATIENCE_SECONDS, STOPPED_AFTER = 5, 3
# The held requests have all been begun by then.
SETTLE_SECONDS = 3


@dataclass(frozen=True)
class Answers:
    """The seconds of each answer to a small question, and the number of questions without one."""

    seconds: Sequence[float]
    unanswered: int

    @property
    def cells(self) -> list[str]:
        longest = f"{max(self.seconds) * 1000:.0f}" if self.seconds else "-"
        return [milliseconds(self.seconds, 0.5), milliseconds(self.seconds, 0.95), longest, str(self.unanswered)]


@script(small={"questions": 10, "few": 32, "many": 0, "peers": 0})
def measure_web_servers(stage: Stage, questions: int = 1_000, few: int = 64, many: int = 2_500, peers: int = 1) -> None:
    """Print a row for each server and number of held requests; `peers` 0 leaves out what is no part of gunicorn."""
    rows = []
    for name in (OURS, THREADS, *(PACKAGES if peers else ())):
        announce(name)
        try:
            child, address = start_server(stage, name)
        except NotInstalledError as error:
            print(f"  {name} is not measured: {error}")
            continue
        for held in dict.fromkeys((0, few, many)):
            answers, memory = ask_beside(child, address, questions, held)
            rows.append((name, f"{held:,}", *answers.cells, f"{memory / 2**20:.0f} MB"))
        child.stop(8)
    header = ("web server", "held", "p50 ms", "p95 ms", "longest", "unanswered", "memory")
    print_table("A small answer beside requests that were begun and never ended", header, rows)


def start_server(stage: Stage, name: str) -> tuple[Child, str]:
    """Start a server before the site. Raise NotInstalledError."""
    if name in (OURS, THREADS):
        site = stage.start_site(workers, *(["--worker-class", "gthread"] if name == THREADS else []))
        return site.child, site.address
    environment = Environment(name, [PACKAGES[name]])
    environment.install()
    port = free_port()
    commands = {
        "waitress": [
            *(f"--listen=127.0.0.1:{port}", f"--threads={workers * threads}"),
            *("--connection-limit=4000", "--asyncore-use-poll"),
        ],
        "granian": [
            *("--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
            *("--workers", str(workers), "--blocking-threads", str(threads)),
            *("--backlog", "8192", "--backpressure", "4096"),
        ],
    }
    # Our own packages come first: those of the peer's folder are only what we lack.
    code = f"import sys; sys.path.append({str(environment.find(name).parent)!r}); import runpy; sys.argv[0] = {name!r}"
    command = [sys.executable, "-c", f"{code}; runpy.run_module({name!r}, run_name='__main__')"]
    return stage.start_server("web", [*command, *commands[name], APPLICATION], port), f"http://127.0.0.1:{port}"


def ask_beside(child: Child, address: str, questions: int, held: int) -> tuple[Answers, int]:
    """Ask while so many requests are held open; give the answers, and the server's memory at the end."""
    assert child.process is not None
    with ExitStack() as stack:
        if held:
            stack.enter_context(half_sent_requests(address, held))
            time.sleep(SETTLE_SECONDS)
        answers = ask(address, questions)
        return answers, measure_memory([child.process.pid])


def ask(address: str, questions: int) -> Answers:
    """Ask one after another, each on a connection of its own, until enough in a row got no answer."""
    parts = urlsplit(address)
    seconds, unanswered, in_a_row = list[float](), 0, 0
    for _ in range(questions):
        began = time.perf_counter()
        connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", "/health/?web")
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):  # no answer in time, or none at all
            unanswered, in_a_row = unanswered + 1, in_a_row + 1
        else:
            assert status == http.client.OK, f"The site answered {status}."
            seconds.append(time.perf_counter() - began)
            in_a_row = 0
        finally:
            connection.close()
        if in_a_row == STOPPED_AFTER:
            break
    return Answers(seconds, unanswered)


if __name__ == "__main__":
    measure_web_servers.main()
