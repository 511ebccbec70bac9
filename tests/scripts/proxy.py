"""A small proxy before several web servers, which does what nginx does: it takes in a whole request, gives it to the
next server that accepts a connection, and answers 502 where one accepted it and did not answer.
"""

import asyncio
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

LENGTH = re.compile(rb"^content-length: *(\d+)", re.IGNORECASE | re.MULTILINE)
CONNECTION = re.compile(rb"^connection:[^\r]*\r\n", re.IGNORECASE | re.MULTILINE)
HOST = "127.0.0.1"
FAILURE = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@contextmanager
def running_proxy(ports: Sequence[int]) -> Iterator[str]:
    """Give the address of a proxy before the servers at these ports."""
    loop, turns = asyncio.new_event_loop(), count()
    server = loop.run_until_complete(
        asyncio.start_server(lambda reader, writer: _pass_on(reader, writer, ports, turns), HOST, 0)
    )
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://{HOST}:{server.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ports: Sequence[int], turns: Iterator[int]
) -> None:
    """Answer one request; each has a connection of its own to a server, so that every restart meets new ones."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await reader.readexactly(int(length[1]) if length else 0)
        request = CONNECTION.sub(b"", head)[:-2] + b"Connection: close\r\n\r\n" + body
        writer.write(await _ask(request, ports, next(turns)) or FAILURE)
        await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):  # the other side has what it wanted, or went away
        return
    finally:
        writer.close()


async def _ask(request: bytes, ports: Sequence[int], turn: int) -> bytes:
    """Return the answer of the first server in turn that accepts; nothing where it breaks off, or none accepts."""
    for number in range(len(ports)):
        try:
            reader, writer = await asyncio.open_connection(HOST, ports[(turn + number) % len(ports)])
        except ConnectionError:  # it restarts: the next one is asked
            continue
        try:
            writer.write(request)
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()
    return b""
