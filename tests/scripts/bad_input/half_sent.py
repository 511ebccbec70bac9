"""Requests that are begun and not ended, held open while something else is asked."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from urllib.parse import urlsplit

HOST = b"Host: 127.0.0.1\r\n"
HALVES = (
    b"GET / HTTP/1.1\r\n" + HOST + b"X-Slow: ",
    b"POST /accounts/login/ HTTP/1.1\r\n" + HOST + b"Content-Length: 500\r\n\r\nlogin=",
    b"POST /api/v1/projects/ HTTP/1.1\r\n" + HOST + b"Content-Length: 999999999\r\n\r\n{",
    b"POST /accounts/login/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nlo",
)
RENEW_SECONDS = 2.0


@dataclass
class HalfSent:
    """Requests that were begun, and how those ended that the server did not let wait."""

    begun: int = 0
    answered: int = 0
    reset: int = 0

    def is_open(self, connection: socket.socket) -> bool:
        """Return whether the server still waits; an answer is read and ends the connection."""
        connection.settimeout(0.0)
        try:
            connection.recv(65536)
            self.answered += 1
        except BlockingIOError:
            return True
        except OSError:
            self.reset += 1
        connection.close()
        return False


@contextmanager
def half_sent_requests(address: str, number: int) -> Iterator[HalfSent]:
    """Hold so many requests open, each begun anew when the server has closed it; give the counts of them."""
    parts = urlsplit(address)
    counted = HalfSent()
    is_over = threading.Event()

    def hold() -> None:
        halves, held = cycle(HALVES), list[socket.socket]()
        while not is_over.is_set():
            held = [each for each in held if counted.is_open(each)]
            while len(held) < number:
                held.append(socket.create_connection((str(parts.hostname), int(parts.port or 80)), timeout=60))
                held[-1].sendall(next(halves))
                counted.begun += 1
            is_over.wait(RENEW_SECONDS)
        for each in held:
            each.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        yield counted
    finally:
        is_over.set()
        holder.join()
