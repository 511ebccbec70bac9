"""People at the real web server: sessions made in the database, requests over connections that stay open."""

import asyncio
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.test import Client as SessionMaker
from django.utils.crypto import get_random_string

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.services.members import add_member

MOST_ATTEMPTS = 3
# The site names five seconds in `Retry-After`; what holds a row here is a neighbour that is done much sooner.
RETRY_SECONDS = 1.0
_numbers = count(1)


def make_annotators(project: Project, number: int) -> list[Membership]:
    """Make annotators without a password: they sign in by a session made here."""
    people = [User.objects.create_user(f"annotator{next(_numbers)}@example.org", None) for _ in range(number)]
    return [add_member(project=project, user=user, role=Role.ANNOTATOR) for user in people]


def sign_in(user: User) -> str:
    """Make a session of the person and return its key."""
    client = SessionMaker()
    client.force_login(user)
    return client.cookies["sessionid"].value


@dataclass
class Person:
    """One signed-in browser, as far as the server can tell: one connection, one request at a time."""

    address: str
    session: str
    # Headers of the last answer.
    told: list[tuple[str, str]] = field(default_factory=list)
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        self._host, self._port = parts.hostname or "", parts.port or 80
        token = get_random_string(32)
        self._headers = (
            f"Host: {self._host}:{self._port}\r\nCookie: sessionid={self.session}; csrftoken={token}\r\n"
            f"X-CSRFToken: {token}\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
        )

    async def post(self, path: str, data: dict[str, Any]) -> tuple[int, Any]:
        """Status and body of the answer."""
        return await self._send("POST", path, data)

    async def post_patiently(self, path: str, data: dict[str, Any]) -> tuple[int, Any]:
        """Ask again while the site says that it cannot serve this now (503), as its own pages do."""
        for _ in range(MOST_ATTEMPTS):
            status, answer = await self.post(path, data)
            if status != 503:
                break
            await asyncio.sleep(RETRY_SECONDS)
        return status, answer

    async def patch(self, path: str, data: dict[str, Any]) -> tuple[int, Any]:
        """Status and body of the answer."""
        return await self._send("PATCH", path, data)

    async def get(self, path: str) -> tuple[int, Any]:
        """Status and body of the answer."""
        return await self._ask(f"GET {path} HTTP/1.1\r\n{self._headers}\r\n".encode())

    async def _send(self, method: str, path: str, data: dict[str, Any]) -> tuple[int, Any]:
        body = json.dumps(data).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}Content-Length: {len(body)}\r\n\r\n".encode()
        return await self._ask(head + body)

    async def _ask(self, request: bytes) -> tuple[int, Any]:
        """Exchange; a connection that the server closed meanwhile is opened again."""
        for attempt in range(MOST_ATTEMPTS):
            try:
                return await self._exchange(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == MOST_ATTEMPTS - 1:
                    raise
        raise AssertionError("not reached")

    async def change(
        self, assignment: int, version: int, links: list[list[Any]], operation_id: str = ""
    ) -> tuple[int, Any, str]:
        """Save one action of the editor, anew or again; gives status, answer and the operation id."""
        operation_id = operation_id or str(uuid4())
        data = {"operation_id": operation_id, "version": version, "kind": "set", "links": links, "unaligned": []}
        status, answer = await self.post(f"/api/v1/assignments/{assignment}/operations/", data)
        return status, answer, operation_id

    async def draw(self, assignment: int, version: int, words: int) -> int:
        """Draw link after link between so many words, after the last begin to change labels, so that every save changes
        something; gives the new version.
        """
        cell, is_sure = version % (words * words), version // (words * words) % 2 == 0
        links = [[cell // words, cell % words, "S" if is_sure else "P"]]
        status, answer, _ = await self.change(assignment, version, links)
        assert status == 200, answer
        return int(answer["version"])

    async def next_pair(self, slug: str) -> dict[str, Any] | None:
        """Lease the next pair; None when nothing is left."""
        status, state = await self.post_patiently(f"/api/v1/projects/{slug}/next/", {})
        if status not in (200, 204):
            raise AssertionError(f"the next pair was answered by {status}: {state}")
        return state if status == 200 else None

    async def submit(self, assignment: int, version: int) -> int:
        """Submit a pair, the rest marked as unaligned; return the status."""
        data = {"operation_id": str(uuid4()), "version": version, "mark_rest": True}
        return (await self.post_patiently(f"/api/v1/assignments/{assignment}/submit/", data))[0]

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._reader = self._writer = None

    async def _exchange(self, request: bytes) -> tuple[int, Any]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._writer.write(request)
        await self._writer.drain()
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.split("\r\n")
        told = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines[1:])]
        headers, self.told = dict(told), told
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "").lower() == "close":
            self.close()
        is_json = "json" in headers.get("content-type", "")
        return int(lines[0].split(" ")[1]), json.loads(body) if is_json else body.decode("utf-8", "replace")
