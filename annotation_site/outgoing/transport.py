"""The transport of calls to the outside: connects to checked addresses only, within a time for the whole call."""

import functools
import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore2
import httpx2
from httpcore2 import NetworkStream, SyncBackend

from annotation_site.outgoing.addresses import find_checked_addresses
from annotation_site.outgoing.exceptions import NoAnswer


class Deadline:
    """The time by which a call must be over, whatever the steps of it take."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def bound(self, timeout: float | None) -> float:
        """Return the seconds that a step may take; raise when none are left."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("The time of the whole call is over.")
        return left if timeout is None else min(timeout, left)


class BoundedStream(NetworkStream):
    """A connection whose every step ends by the deadline: a host that sends a byte now and then holds nobody."""

    def __init__(self, stream: NetworkStream, deadline: Deadline) -> None:
        self.stream, self.deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, self.deadline.bound(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, self.deadline.bound(timeout))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        try:
            inner = self.stream.start_tls(ssl_context, server_hostname, self.deadline.bound(timeout))
        except httpcore2.ConnectError as error:
            # The pool drops the cause of an error, so that it must be told apart here.
            if isinstance(error.__cause__, ssl.SSLError):
                raise NoAnswer(f"{server_hostname} has no valid certificate.") from error
            raise
        return BoundedStream(inner, self.deadline)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


class CheckedBackend(SyncBackend):
    """Sockets to addresses that were checked: the name is resolved once, so that no second answer can differ."""

    def __init__(self, deadline: Deadline, origin: str) -> None:
        self.deadline, self.origin = deadline, origin

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> NetworkStream:
        """Connect to the first address of the host that answers."""
        failed: Exception = httpcore2.ConnectError(f"{host} has no address.")
        for address in find_checked_addresses(host, port, self.origin):
            seconds = self.deadline.bound(timeout)
            try:
                stream = super().connect_tcp(address, port, seconds, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
                continue
            return BoundedStream(stream, self.deadline)
        raise failed


class CheckedTransport(httpx2.HTTPTransport):
    """HTTPX's transport on sockets of our own. Certificates are those of the system, or of `SSL_CERT_FILE`."""

    def __init__(self, seconds: float, origin: str = "") -> None:
        super().__init__(verify=trusted_certificates())
        backend = CheckedBackend(Deadline(seconds), origin)
        self._pool = httpcore2.ConnectionPool(ssl_context=trusted_certificates(), network_backend=backend)


@functools.cache
def trusted_certificates() -> ssl.SSLContext:
    """Return the authorities that are trusted; reading them takes longer than most calls."""
    return httpx2.create_ssl_context()
