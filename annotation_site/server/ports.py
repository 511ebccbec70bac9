"""The ports of the web server: closed until a process serves, and at the end closed to newcomers first.

gunicorn listens while its processes load, and its last process closes a socket at which somebody may just have arrived.
Whoever waits there is cut off when it is closed, and a proxy may not send such a request again. So here a port listens
only once it is served, and before the end nobody is let in any more: whoever comes then is refused at the second try, a
second later, and a proxy asks another server.
"""

import ctypes
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Any

from gunicorn import sock as sockets

# linux/filter.h: load the byte of flags of a TCP head; who begins a connection (SYN) gets no answer, all else passes.
_ATTACH_FILTER = 26
_NO_NEWCOMERS = b"".join(
    struct.pack("HBBI", *step) for step in [(0x30, 0, 0, 13), (0x45, 0, 1, 0x02), (0x06, 0, 0, 0), (0x06, 0, 0, 0xFFFF)]
)


class UnopenedSocket(socket.socket):
    """A socket of gunicorn's that has its port and refuses connections until `open_ports`."""

    def listen(self, backlog: int = 0) -> None:
        """Leave the port closed, for nobody serves it yet."""


class Port(sockets.TCPSocket):
    """A port that opens late, unless its socket was handed in."""

    def set_options(self, sock: socket.socket, bound: bool = False) -> socket.socket:  # noqa: FBT001, FBT002 - gunicorn's
        """Take the port as gunicorn does, without opening it."""
        made: socket.socket = super().set_options(sock if bound else UnopenedSocket(fileno=sock.detach()), bound=bound)
        return made


class Port6(Port, sockets.TCP6Socket):
    """The same for IPv6."""


def open_ports_late() -> None:
    """Let gunicorn take its ports without opening them."""
    sockets.TCPSocket, sockets.TCP6Socket = Port, Port6


def open_ports(worker: Any) -> None:
    """Accept connections from now on, unless another process has opened the ports already."""
    for listener in _ports(worker.sockets):
        if not listener.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            socket.socket.listen(listener.sock, worker.cfg.backlog)


def turn_newcomers_away(arbiter: Any) -> None:
    """Let the arbiter, when it stops, let nobody in before its processes take in who waits and close their sockets."""
    stop = arbiter.stop

    def stop_after(graceful: bool = True) -> None:  # noqa: FBT001, FBT002 - gunicorn's signature
        # Neither while a successor, by USR2, has the same sockets.
        if sys.platform == "linux" and arbiter.reexec_pid == arbiter.master_pid == 0:
            try:
                for listener in _ports(arbiter.LISTENERS):
                    admit_no_newcomers(listener.sock)
            except OSError as error:  # a system that only resembles Linux
                arbiter.log.warning("Who comes while the server stops may be cut off: %s", error)
        stop(graceful)

    arbiter.stop = stop_after


def admit_no_newcomers(listening: socket.socket) -> None:
    """Leave new connections to this socket without an answer; those that have begun are completed. On Linux only."""
    steps = ctypes.create_string_buffer(_NO_NEWCOMERS, len(_NO_NEWCOMERS))
    program = struct.pack("HP", len(_NO_NEWCOMERS) // 8, ctypes.addressof(steps))
    listening.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, program)


def _ports(listeners: list[Any]) -> Iterator[Any]:
    """Give the listeners that are ports of this server's own; whoever handed in a socket goes on with it."""
    yield from (each for each in listeners if isinstance(each.sock, UnopenedSocket))
