"""A repository as a deposit sees it, and the file that it is given."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.conf import settings

from annotation_site.deposits.repositories.answers import Parts, Passing, Refused, read_message
from annotation_site.releases.archives import PIECE

if TYPE_CHECKING:
    from annotation_site.outgoing.sending import Answer

LONGEST_PAGE = 500
# Hashes by which repositories describe a file.
HASHES = ("MD5", "SHA-1", "SHA-256", "SHA-512")
GONE = (404, 410)
# A repository may look at a large file for long before it answers.
SILENT_SECONDS = 300


class Found(NamedTuple):
    """A record as it is in the repository."""

    record: str
    is_published: bool
    doi: str
    url: str


class Parcel:
    """The archive of a release on its way: read in pieces, each of which is reported."""

    def __init__(self, name: str, size: int, open_file: Callable[[], IO[bytes]], report: Callable[[int], None]) -> None:
        self.name, self.size = name, size
        self._open, self._report = open_file, report

    def hash(self, algorithm: str) -> str:
        """Return the hash of the file by one of `HASHES`."""
        digest = hashlib.new(algorithm.lower().replace("-", ""), usedforsecurity=False)
        with self._open() as file:
            while piece := file.read(PIECE):
                digest.update(piece)
        return digest.hexdigest()

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open the file as it is stored."""
        with self._open() as file:
            yield file

    def watch(self, file: IO[bytes]) -> Watched:
        """Return the open file, or one that was made from it, so that reading it is reported."""
        return Watched(file, self._report)


class Watched:
    """A binary file of which every read is reported."""

    def __init__(self, file: IO[bytes], report: Callable[[int], None]) -> None:
        self._file, self._report = file, report

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self._file.read(size)
        self._report(self._file.tell())
        return data

    def tell(self) -> int:
        return self._file.tell()

    def seek(self, *place: int) -> int:
        return self._file.seek(*place)

    def __iter__(self) -> Iterator[bytes]:
        while data := self.read(PIECE):
            yield data


class Repository(ABC):
    """A repository at an address, spoken to with a person's token. Every step may be repeated."""

    software: ClassVar[str]
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self._own = {**self.headers, **self.authorise(token)}

    @abstractmethod
    def authorise(self, token: str) -> dict[str, str]:
        """Return the header with the token."""

    @abstractmethod
    def look_up(self, record: str) -> Found | None:
        """Return a record, or None if it is there no more."""

    @abstractmethod
    def search(self, page: str) -> str:
        """Return the record that was made for this page of a release, or an empty text."""

    @abstractmethod
    def create(self, record: Mapping[str, Any], page: str) -> str:
        """Make a draft and return what the repository knows it by."""

    @abstractmethod
    def describe(self, draft: str, record: Mapping[str, Any], page: str) -> None:
        """Give a draft the metadata of the release."""

    @abstractmethod
    def upload(self, draft: str, parcel: Parcel, *, is_open: bool) -> None:
        """Let a draft have the file, once and whole."""

    @abstractmethod
    def publish(self, draft: str) -> None:
        """Ask for the publication of a draft, which `look_up` then sees."""

    def is_busy(self, draft: str) -> bool:
        """Return whether the repository still works on what it was asked to do with a draft."""
        return False

    def read(self, method: str, path: str, **body: Any) -> Parts:
        """Return the parts of a good answer."""
        answer = self.ask(method, path, **body)
        return Parts.of(answer.body, answer.host, self.software)

    def find(self, path: str) -> Parts | None:
        """Return the parts of what is at a path, or None if nothing is there any more."""
        answer = self.ask("GET", path, allowed=GONE)
        return Parts.of(answer.body, answer.host, self.software) if answer.is_success else None

    def find_page(self, told: str) -> str:
        """Return the page that the repository names; its front page for what no link should lead to or is too long."""
        is_link = told.startswith(("https://", "http://")) and told.isprintable() and len(told) <= LONGEST_PAGE
        return told if is_link else self.address

    def ask(self, method: str, path: str, *, allowed: tuple[int, ...] = (), **body: Any) -> Answer:
        """Return a good answer or one of the allowed. Raise Refused or Passing with what the repository says."""
        seconds = settings.JOB_SECONDS if {"content", "files"} & body.keys() else SILENT_SECONDS
        headers = {**self._own, **body.pop("headers", {})}
        address = f"{self.address}{path}"
        # Where it is needed: HTTPX takes 14 MB of each process of a worker.
        from annotation_site.outgoing.sending import send

        answer = send(method, address, headers=headers, seconds=seconds, silent_seconds=SILENT_SECONDS, **body)
        if answer.is_success or answer.status in allowed:
            return answer
        explanation = f" It says: {message}" if (message := read_message(answer.body)) else ""
        if answer.status >= 500 or answer.status == 429:
            raise Passing(f"{answer.host} has a problem of its own (status {answer.status}).{explanation}")
        if answer.status in (401, 403):
            raise Refused(
                f"{answer.host} does not accept this token for a deposit (status {answer.status}).{explanation}"
            )
        if answer.status == 413:
            raise Refused(f"{answer.host} does not take a file of this size (status 413).{explanation}")
        raise Refused(f"{answer.host} refused the deposit (status {answer.status}).{explanation}")
