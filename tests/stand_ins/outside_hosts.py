"""A host outside of the site, on this machine: it keeps what it was sent and answers what a test wants."""

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Listed in every test; nobody answers there.
LISTED_HOST = "hooks.example.org"


@dataclass(frozen=True)
class Request:
    """A request that the host was sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class OutsideHost:
    """The host: its place as the list of the operator names it, and the requests of it in their order."""

    place: str = ""
    requests: list[Request] = field(default_factory=list)
    answer: Callable[[BaseHTTPRequestHandler], None] = lambda handler: reply(handler, 200)

    def address(self, path: str = "/hook") -> str:
        return f"http://{self.place}{path}"


def reply(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    """Answer with a status, a body and headers, whose names are written with underscores."""
    handler.send_response(status)
    for name, value in {"Content_Length": str(len(body)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def outside_host(settings: Any = None, *, tls: ssl.SSLContext | None = None) -> Iterator[OutsideHost]:
    """Run a host, which the given settings list."""
    host = OutsideHost()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            host.requests.append(Request(self.command, self.path, headers, body))
            host.answer(self)

        do_GET = do_PUT = do_DELETE = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Keep quiet about callers that hang up: tests let them."""

    with Server(("127.0.0.1", 0), Handler) as server:
        host.place = f"localhost:{server.server_port}"
        if settings is not None:
            settings.OUTGOING_HOSTS = [host.place]
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield host
        server.shutdown()
