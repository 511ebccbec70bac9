"""Addresses that the operator's list lets the server call, and what their names resolve to."""

from __future__ import annotations

import ipaddress
import logging
import socket
from typing import TYPE_CHECKING

from django.conf import settings

from annotation_site.outgoing.exceptions import AddressRefused, NoAnswer

if TYPE_CHECKING:
    from httpx2 import URL

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# An IPv4 address as networks that speak IPv6 only write it (RFC 6052): the address within is what is called.
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
logger = logging.getLogger(__name__)


def check_address(address: str, origin: str = "") -> URL:
    """Return the parsed address, or raise `AddressRefused`. No network is asked.

    `origin` is an address of the operator's own, which a call may reach beside the listed hosts, and with it every
    host that answers https on its usual port.
    """
    # 14 MB in every process that has it: loaded where an address is entered or called.
    from httpx2 import URL, InvalidURL

    try:
        url = URL(address.strip())
    except InvalidURL as error:
        raise AddressRefused("This is not an address of the web. It begins with https:// and a host.") from error
    host, port = url.raw_host.decode(), port_of(url)
    if url.scheme not in ("http", "https") or not host:
        raise AddressRefused("This is not an address of the web. It begins with https:// and a host.")
    if url.userinfo:
        raise AddressRefused("The address contains a user name or password; leave them out.")
    is_named = name_place(host, port) in settings.OUTGOING_HOSTS or is_origin(host, port, origin)
    if not (is_named or (port == 443 and (origin or host in settings.OUTGOING_HOSTS))):
        raise AddressRefused(f"{name_place(host, port)} is not among the hosts that the operator of this site lists.")
    if url.scheme == "http" and (settings.IS_PRODUCTION or not is_named):
        raise AddressRefused("The address begins with http://; only https:// is called.")
    return url


def find_checked_addresses(host: str, port: int, origin: str = "") -> list[str]:
    """Return the network addresses of a host; refuse it if one of them is neither public nor listed itself. The
    operator's own `origin` may lie in a network inside.
    """
    try:
        resolved = resolve(host, port)
    except (OSError, UnicodeError) as error:
        raise NoAnswer(f"The host {host} was not found.") from error
    for address in resolved:
        is_inside = not (is_public(ipaddress.ip_address(address)) or _is_listed(address, host, port))
        if is_inside and not is_origin(host, port, origin):
            # The log names it and the page does not: managers need not learn the addresses of the operator's network.
            logger.warning("%s was not called: it leads to %s", host, address)
            raise AddressRefused(f"{host} leads to an address that is not public. The operator has not listed it.")
    return resolved


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses that the name service gives for a host."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in answers))


def is_public(address: IPAddress) -> bool:
    """Return whether an address lies in the public network, whichever way IPv4 is written in IPv6."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if address in TRANSLATED:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        # Tunnels (6to4, Teredo) lead to whatever IPv4 address they carry, and no service is offered at one.
        if address.sixtofour or address.teredo or address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def is_origin(host: str, port: int, origin: str) -> bool:
    """Return whether host and port are those of an address of the operator's own."""
    from httpx2 import URL

    own = URL(origin)
    return bool(origin) and (host, port) == (own.raw_host.decode(), port_of(own))


def port_of(url: URL) -> int:
    """Return the port of an address, the usual one if it names none."""
    return url.port or {"https": 443, "http": 80}.get(url.scheme, 0)


def name_place(host: str, port: int) -> str:
    """Return host and port as the list of the operator writes them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_listed(address: str, host: str, port: int) -> bool:
    """Return whether the operator lists this very address, or the port of `localhost` for one of this machine."""
    is_own = host == "localhost" and ipaddress.ip_address(address).is_loopback
    listed = {address, name_place(address, port), *([name_place(host, port)] if is_own else [])}
    return not listed.isdisjoint(settings.OUTGOING_HOSTS)
