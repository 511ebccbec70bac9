"""A port refuses until its server serves, and when the server stops, nobody is let in who would be cut off."""

import errno
import logging
import os
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn import sock as sockets
from gunicorn.config import Config

from annotation_site.server.ports import Port, admit_no_newcomers, open_ports, open_ports_late, turn_newcomers_away
from tests.servers import free_port

LOG = logging.getLogger(__name__)
# So long does a connection to this machine take that is neither made nor refused, and no longer need one wait for it.
UNANSWERED_SECONDS = 0.3


@pytest.fixture
def port() -> Iterator[Any]:
    """Give a port as gunicorn takes it when it starts, before anybody serves it."""
    taken = Port(("127.0.0.1", free_port()), Config(), LOG)
    yield taken
    taken.sock.close()


def serve(listener: Any) -> None:
    """Open the port, as a process does when it has loaded."""
    open_ports(SimpleNamespace(sockets=[listener], cfg=Config()))


def connect(listener: Any) -> socket.socket:
    return socket.create_connection(listener.sock.getsockname()[:2], timeout=UNANSWERED_SECONDS)


class Arbiter:
    """The part of gunicorn's that ends a server."""

    def __init__(self, listeners: list[Any], reexec_pid: int = 0, master_pid: int = 0) -> None:
        self.LISTENERS = listeners
        self.reexec_pid, self.master_pid = reexec_pid, master_pid
        self.log = LOG
        self.stops: list[bool] = []
        turn_newcomers_away(self)

    def stop(self, graceful: bool = True) -> None:
        self.stops.append(graceful)


def test_a_port_refuses_until_its_server_serves_and_stays_its_own(port: Any) -> None:
    with pytest.raises(ConnectionRefusedError):
        connect(port)
    with closing(socket.socket()) as other, pytest.raises(OSError, match="in use"):
        other.bind(port.sock.getsockname())
    for _ in range(2):
        serve(port)
        connect(port).close()


def test_gunicorn_takes_its_ports_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TCPSocket", "TCP6Socket"):
        monkeypatch.setattr(sockets, name, getattr(sockets, name))
    open_ports_late()
    config = Config()
    config.set("bind", [f"127.0.0.1:{free_port()}", f"[::1]:{free_port()}"])
    for listener in sockets.create_sockets(config, LOG):
        with closing(listener.sock):
            with pytest.raises(ConnectionRefusedError):
                connect(listener)
            serve(listener)
            connect(listener).close()


def test_a_socket_that_was_handed_in_stays_open() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as handed_in:
        listener = Port(handed_in.getsockname(), Config(), LOG, fd=os.dup(handed_in.fileno()))
        with closing(listener.sock):
            connect(listener).close()
            Arbiter([listener]).stop()
            connect(listener).close()


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux can filter who connects.")
def test_a_server_that_stops_takes_in_who_waits_and_nobody_else(port: Any) -> None:
    serve(port)
    arbiter = Arbiter([port])
    with connect(port) as waiting:
        waiting.sendall(b"begun")
        arbiter.stop(graceful=False)
        assert arbiter.stops == [False]
        with pytest.raises(TimeoutError):
            connect(port)
        accepted, _ = port.sock.accept()
        with closing(accepted):
            waiting.sendall(b" and whole")
            waiting.shutdown(socket.SHUT_WR)
            with accepted.makefile("rb") as arrived:
                assert arrived.read() == b"begun and whole"
            accepted.sendall(b"answered")
            assert waiting.recv(100) == b"answered"


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux can filter who connects.")
def test_who_comes_while_a_server_stops_is_refused_at_the_next_try(port: Any) -> None:
    serve(port)
    admit_no_newcomers(port.sock)
    with closing(socket.socket()) as late:
        late.setblocking(False)
        assert late.connect_ex(port.sock.getsockname()) == errno.EINPROGRESS
        port.sock.close()
        # The system tries again after a second.
        assert select.select([], [late], [], 10)[1] == [late]
        assert late.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNREFUSED


@pytest.mark.parametrize("sharing", [{"reexec_pid": 7}, {"master_pid": 7}])
def test_a_server_and_its_successor_by_usr2_share_an_open_port(port: Any, sharing: dict[str, int]) -> None:
    serve(port)
    arbiter = Arbiter([port], **sharing)
    arbiter.stop()
    assert arbiter.stops == [True]
    connect(port).close()


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux can filter who connects.")
def test_a_system_without_filters_stops_all_the_same(port: Any, caplog: pytest.LogCaptureFixture) -> None:
    port.sock.close()
    arbiter = Arbiter([port])
    arbiter.stop()
    assert arbiter.stops == [True]
    assert "may be cut off" in caplog.text
