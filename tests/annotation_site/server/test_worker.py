"""Half-sent requests hold no thread of the real web server."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from annotation_site.server.worker import LONGEST_BODY, Gathered
from tests.servers import running_site

pytestmark = pytest.mark.django_db(transaction=True)
HALVES = {
    "silence": b"",
    "half a head": b"GET /health/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "half a form": b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nlogin=",
    "a large body of somebody unknown": (
        f"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {LONGEST_BODY * 10}\r\n\r\nx".encode()
    ),
    "chunks without end": (
        b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nlo"
    ),
}
CONNECTIONS = 32


@pytest.fixture(scope="module")
def address(django_db_setup: None) -> Iterator[tuple[str, int]]:
    with running_site(workers=2, threads=8) as site:
        parts = urlsplit(site)
        yield str(parts.hostname), int(parts.port or 0)


def ask(address: tuple[str, int], request: bytes, *, rest: bytes = b"", pause: float = 0) -> bytes:
    """Return the answer to a request of which the rest is sent after a pause."""
    with socket.create_connection(address, timeout=60) as connection:
        connection.sendall(request)
        time.sleep(pause)
        connection.sendall(rest)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return answer


GET = b"GET /health/?web HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize("half", HALVES)
def test_a_normal_request_is_answered_beside_thirty_two_half_sent_ones(address: tuple[str, int], half: str) -> None:
    with ExitStack() as stack:
        waiting = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(CONNECTIONS)]
        for slow in waiting:
            slow.sendall(HALVES[half])
        time.sleep(0.3)
        assert ask(address, GET).startswith(b"HTTP/1.1 200")
        assert not any(is_given_up(slow) for slow in waiting), "the whole request waited until one of these was over"


def is_given_up(connection: socket.socket) -> bool:
    """Return whether the server has closed a connection because the rest of its request took too long."""
    connection.setblocking(False)
    try:
        said = connection.recv(100)
    except BlockingIOError:  # it may go on
        return False
    return not said or said.startswith(b"HTTP/1.1 408")


def test_a_request_that_comes_in_pieces_is_answered(address: tuple[str, int]) -> None:
    assert ask(address, GET[:20], rest=GET[20:], pause=0.5).startswith(b"HTTP/1.1 200")
    form = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    form += b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 11\r\n\r\nlogin="
    assert ask(address, form, rest=b"a@b.c", pause=0.5).startswith(b"HTTP/1.1 403"), "no token of a form"


def test_a_connection_kept_alive_serves_and_half_sends_as_well(address: tuple[str, int]) -> None:
    again = GET.replace(b"Connection: close\r\n", b"")
    with ExitStack() as stack:
        for _ in range(CONNECTIONS):
            kept = stack.enter_context(socket.create_connection(address, timeout=60))
            kept.sendall(again)
            assert read_answer(kept).startswith(b"HTTP/1.1 200")
            kept.sendall(again[:30])
        assert ask(address, GET).startswith(b"HTTP/1.1 200")
        kept.sendall(again[30:])
        assert read_answer(kept).startswith(b"HTTP/1.1 200")


def read_answer(connection: socket.socket) -> bytes:
    answer = b""
    while not answer.endswith(b"}}"):
        answer += connection.recv(65536)
    return answer


def test_who_waits_for_leave_to_send_a_form_gets_it(address: tuple[str, int]) -> None:
    head = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection(address, timeout=60) as connection:
        connection.sendall(head)
        assert connection.recv(100).startswith(b"HTTP/1.1 100 Continue")
        connection.sendall(b"a=b")
        assert b"HTTP/1.1 403" in connection.recv(65536)


def test_a_head_that_never_ends_is_closed(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=60) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert ask(address, GET).startswith(b"HTTP/1.1 200")
        assert not is_given_up(connection), "its sender was left no time"
        connection.setblocking(True)
        assert connection.recv(100).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    ("data", "is_ready"),
    [
        (b"GET / HTTP/1.1\r\nHost: a\r\n", False),
        (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nab", False),
        (b"POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc", True),
        (b"POST / HTTP/1.1\r\nX: content-length: 9\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", True),
    ],
)
def test_a_request_is_ready_when_head_and_small_body_are_there(data: bytes, is_ready: bool) -> None:
    gathered = Gathered(0)
    for byte in data:
        gathered.data.append(byte)
        gathered.read_head()
    assert gathered.is_ready is is_ready
