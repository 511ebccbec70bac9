"""The work that every tool is asked to do: import, annotate, export, over HTTP and as its own pages do it."""

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from http.cookiejar import CookieJar
from typing import Any, ClassVar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

from django.utils.crypto import get_random_string

from tests.scripts.clients import Person

WORDS = 20
PASSWORD = "a long pass phrase for peers"
LONGEST_SECONDS, POLL_SECONDS = 300, 0.02
Pair = tuple[str, str]


class Browser:
    """A signed-in browser for what is not asked for hundreds of times: cookies, forms, files."""

    def __init__(self, address: str, session: str = "") -> None:
        self.address = address
        self._jar = CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self._jar)).open
        self._fixed: dict[str, str] = {}
        if session:
            token = get_random_string(32)
            self._fixed = {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}

    def cookie(self, name: str) -> str:
        """Return its value, empty if the server set none."""
        return next((cookie.value or "" for cookie in self._jar if cookie.name == name), "")

    def get(self, path: str) -> bytes:
        return self._ask(Request(self.address + path))

    def get_json(self, path: str) -> Any:
        return json.loads(self.get(path))

    def post(self, path: str, **data: Any) -> Any:
        """Send JSON; return the answer's."""
        body = json.dumps(data).encode()
        return json.loads(self._ask(Request(self.address + path, body, {"Content-Type": "application/json"})))

    def sign_in(self, path: str, **fields: str) -> str:
        """Fill in a form of Django's; return the session."""
        self.get(path)
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookie("csrftoken")}).encode()
        self._ask(Request(self.address + path, body))
        return self.cookie("sessionid")

    def upload(self, path: str, field: str, name: str, content: str) -> bytes:
        """Send one file as a form does."""
        seam = uuid4().hex
        head = f'--{seam}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        body = f"{head}Content-Type: text/plain\r\n\r\n{content}\r\n--{seam}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={seam}"}
        return self._ask(Request(self.address + path, body, kind))

    def _ask(self, request: Request) -> bytes:
        headers = self._fixed or {"X-CSRFToken": self.cookie("csrftoken")}
        for name, value in headers.items():
            request.add_header(name, value)
        with self._open(request, timeout=LONGEST_SECONDS) as answer:
            return bytes(answer.read())


class Annotator(ABC):
    """Somebody at work on one text after another."""

    def __init__(self, person: Person) -> None:
        self.person = person

    @abstractmethod
    async def ask_for_next(self) -> None:
        """Open the next text with all that its page asks for."""

    @abstractmethod
    async def save(self) -> None:
        """Add one label or link to the open text."""

    @abstractmethod
    async def submit(self) -> None:
        """Say that the open text is done."""


class Tool(ABC):
    """A tool that runs, with the browser of its manager."""

    name: ClassVar[str]
    version: str
    started_as: ClassVar[str]
    browser: Browser

    @abstractmethod
    def start(self, stack: ExitStack) -> None:
        """Start it, to be ended with the stack. Raise NotInstalledError."""

    @abstractmethod
    def import_pairs(self, pairs: Sequence[Pair]) -> str:
        """Import into a new project, through a preview where the tool has one; return the project."""

    @abstractmethod
    def add_annotators(self, project: str, number: int) -> Sequence[Annotator]:
        """Make people who annotate there."""

    @abstractmethod
    def import_annotated(self, pairs: Sequence[Pair]) -> str:
        """Make a project whose texts are done, with a label for each word; return it."""

    @abstractmethod
    def export(self, project: str) -> bytes:
        """Return the file with all labels."""

    @abstractmethod
    def processes(self) -> Sequence[int]:
        """Return the processes that hold its memory, without the database."""


async def measure_saves(annotators: Sequence[Annotator], seconds: float) -> list[float]:
    """Let everybody save without a pause; return the time of each save."""
    took: list[float] = []
    ends = time.perf_counter() + seconds

    async def work(annotator: Annotator) -> None:
        while (began := time.perf_counter()) < ends or not took:
            await annotator.save()
            took.append(time.perf_counter() - began)

    await asyncio.gather(*map(work, annotators))
    return took


async def measure_steps(annotators: Sequence[Annotator], times: int) -> dict[str, list[float]]:
    """Let everybody annotate some texts; return the times of submitting and of opening the next one."""
    took: dict[str, list[float]] = {"submit": [], "next": []}

    async def work(annotator: Annotator) -> None:
        for _ in range(times):
            await annotator.save()
            for name, step in (("submit", annotator.submit), ("next", annotator.ask_for_next)):
                began = time.perf_counter()
                await step()
                took[name].append(time.perf_counter() - began)

    await asyncio.gather(*map(work, annotators))
    return took


def poll(ask: Callable[[], Mapping[str, Any]], is_over: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
    """Ask until the answer says that the work is over, and return it."""
    end = time.monotonic() + LONGEST_SECONDS
    while not is_over(answer := ask()):
        assert time.monotonic() < end, f"not done: {answer}"
        time.sleep(POLL_SECONDS)
    return answer
