"""A worker of gunicorn that gives a request to a thread only when its head and a small body have arrived.

gunicorn's own threads read the socket themselves: as many half-sent requests as there are threads stop the site, and
cost the sender nothing. Here the main loop gathers what arrives, of as many connections as there may be, and closes
those that take too long. Closing, for which gunicorn stops its main loop until the other side has closed, waits in the
same loop. Only large bodies are read by threads; views that expect no file, and forms of somebody
unknown, refuse them by their length.
"""

import re
import socket
import time
from dataclasses import dataclass, field
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn import http
from gunicorn.workers.gthread import ThreadWorker

HEAD_SECONDS, BODY_SECONDS = 10.0, 30.0
# So long may a large body or the reader of an answer pause.
STALL_SECONDS = 60.0
# So long may the other side take to close after its answer.
LINGER_SECONDS = 2.0
LONGEST_HEAD = 64 * 1024
# As DATA_UPLOAD_MAX_MEMORY_SIZE: whatever is larger is a file.
LONGEST_BODY = 2 * 1024 * 1024
MOST_GATHERED = 64 * 1024 * 1024
# So many connections stay free for whole requests; the oldest unfinished ones make room.
KEPT_FREE = 100
READ_BYTES = 64 * 1024
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_CHUNKED = re.compile(rb"^transfer-encoding:", re.IGNORECASE | re.MULTILINE)
_EXPECTS = re.compile(rb"^expect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE | re.MULTILINE)
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class PausingSocket(socket.socket):
    """A socket on which a blocking call ends when the other side pauses too long."""

    def setblocking(self, flag: bool) -> None:  # noqa: FBT001 - the signature of socket
        """Block for `STALL_SECONDS` at most."""
        self.settimeout(STALL_SECONDS if flag else 0.0)


@dataclass
class Gathered:
    """The part of a request that has arrived."""

    ends_at: float
    data: bytearray = field(default_factory=bytearray)
    head: int = 0
    body: int = 0
    # Whether the rest of the body is left to the thread.
    is_large: bool = False

    def read_head(self) -> bool:
        """Note where the head ends and how long the body is, if the head has just arrived. Return whether the sender
        waits for leave to go on with a body; it is taken out of the head, for the caller gives it.
        """
        end = -1 if self.head else self.data.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.data[: end + 4])
        found = _LENGTH.search(head)
        self.body = int(found[1]) if found else 0
        self.is_large = self.body > LONGEST_BODY or bool(_CHUNKED.search(head))
        plain = head if self.is_large else _EXPECTS.sub(b"", head)
        self.data[: end + 4] = plain
        self.head = len(plain)
        return plain != head

    @property
    def is_ready(self) -> bool:
        """Return whether a thread need not wait for the rest."""
        return bool(self.head) and (self.is_large or len(self.data) >= self.head + self.body)


class GatheringWorker(ThreadWorker):
    """gunicorn's worker with threads, which begin when a request is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Oldest first.
        self.gathering: dict[Any, Gathered] = {}
        self.held_bytes = 0
        self.lingering: dict[Any, float] = {}

    def enqueue_req(self, conn: Any) -> None:
        """Begin to gather the next request of a connection, new or kept alive."""
        gathered = Gathered(time.monotonic() + HEAD_SECONDS)
        if conn.parser is None:
            conn.sock = PausingSocket(fileno=conn.sock.detach())
            conn.parser = http.get_parser(conn.cfg, conn.sock, conn.client)
            conn.close = partial(self.close, conn)
        else:
            gathered.data += conn.parser.unreader.take_buffered()
        self.held_bytes += len(gathered.data)
        conn.sock.settimeout(0.0)
        self.gathering[conn] = gathered
        self.poller.register(conn.sock, EVENT_READ, partial(self.gather, conn))
        self._go_on(conn, gathered)
        self._make_room()

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001 - gunicorn's signature
        """Accept or pause; at the end, take in who waits already and close the door: a connection that nobody will
        accept is refused at once, so that a proxy asks another server, instead of being cut when the process ends.
        """
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            known = -1
            while known < self.nr_conns:
                known = self.nr_conns
                self.accept(listener)
            listener.close()

    def gather(self, conn: Any, _socket: Any) -> None:
        """Read what has arrived, and give the request to a thread if it is ready."""
        gathered = self.gathering[conn]
        try:
            data = conn.sock.recv(READ_BYTES)
        except BlockingIOError:  # nothing has come after all
            return
        except OSError:  # the other side is gone, as after its end
            data = b""
        if not data:
            self._drop(conn)
            return
        gathered.data += data
        self.held_bytes += len(data)
        self._go_on(conn, gathered)
        self._make_room()

    def close(self, conn: Any, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 - gunicorn's signature
        """Close a connection; gracefully, once the other side has, so that the end of the answer is not lost."""
        if graceful:
            try:
                conn.sock.shutdown(socket.SHUT_WR)
            except OSError:
                graceful = False
        if not graceful:
            conn.sock.close()
            return
        conn.sock.settimeout(0.0)
        self.lingering[conn] = time.monotonic() + LINGER_SECONDS
        self.poller.register(conn.sock, EVENT_READ, partial(self.drain, conn))

    def drain(self, conn: Any, _socket: Any) -> None:
        """Throw away what still comes after the answer, until the other side closes."""
        try:
            data = conn.sock.recv(READ_BYTES)
        except BlockingIOError:  # nothing has come after all
            return
        except OSError:  # the other side is gone, as after its end
            data = b""
        if not data:
            self._end(conn)

    def murder_pending(self) -> None:
        """Close connections that take too long, beside those that gunicorn itself closes."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [conn for conn, ends_at in self.lingering.items() if ends_at < now]:
            self._end(conn)
        for conn in [conn for conn, gathered in self.gathering.items() if gathered.ends_at < now]:
            self._drop(conn, _TOO_SLOW)

    def _end(self, conn: Any) -> None:
        del self.lingering[conn]
        self.poller.unregister(conn.sock)
        conn.sock.close()

    def _go_on(self, conn: Any, gathered: Gathered) -> None:
        had_head = gathered.head > 0
        if gathered.read_head():
            self._send(conn, _CONTINUE)
        if gathered.head and not had_head:
            gathered.ends_at = time.monotonic() + BODY_SECONDS
        if gathered.is_ready:
            self._let_go(conn)
            conn.parser.unreader.unread(bytes(gathered.data))
            conn.data_ready = True
            conn.is_whole = not gathered.is_large
            super().enqueue_req(conn)
        elif not gathered.head and len(gathered.data) > LONGEST_HEAD:
            self._drop(conn)

    def _make_room(self) -> None:
        most = self.worker_connections - KEPT_FREE
        while self.gathering and (self.held_bytes > MOST_GATHERED or self.nr_conns > most):
            self._drop(next(iter(self.gathering)))

    def _let_go(self, conn: Any) -> Gathered:
        gathered = self.gathering.pop(conn)
        self.held_bytes -= len(gathered.data)
        self.poller.unregister(conn.sock)
        return gathered

    def _drop(self, conn: Any, answer: bytes = b"") -> None:
        gathered = self._let_go(conn)
        self.nr_conns -= 1
        if answer and gathered.data:
            self._send(conn, answer)
        conn.close()

    def _send(self, conn: Any, line: bytes) -> None:
        try:
            conn.sock.send(line)
        except OSError as error:
            self.log.debug("The other side was gone already: %s", error)

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:  # noqa: FBT001 - gunicorn's signature
        """Close after a large body: a thread would wait for what the view has not read."""
        return conn.is_whole and bool(super()._keepalive_after(conn, keepalive))
