"""People who save over TLS without end while containers are killed and replaced, and the record of every answer."""

import http.client
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import uuid4

from tests.containers.site import Visitor

WORDS = 60
PAUSE_SECONDS = 0.3
# So long do people try to save what they did last.
LAST_SECONDS = 60.0
LONGEST_SECONDS = 5.0
NO_ANSWER = 0


class Sent(NamedTuple):
    """One request: when it was sent and answered, by which status, and what was said where that is no 200."""

    sent: float
    answered: float
    status: int
    reason: str

    @property
    def seconds(self) -> float:
        return self.answered - self.sent

    @property
    def is_explained(self) -> bool:
        return self.status == 200 or (self.status == 503 and bool(self.reason))


@dataclass
class Saver:
    """One person at a pair, who draws link after link and, as the page does, sends what was not confirmed again under
    the same operation id.
    """

    visitor: Visitor
    assignment: int
    version: int
    acknowledged: dict[str, int] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    # Whatever was sent and never confirmed may be stored or not.
    unconfirmed: str = ""

    def work(self, is_over: threading.Event) -> None:
        """Save until it is over, and what was sent last until it is confirmed."""
        given_up_at = 0.0
        while not is_over.is_set():
            operation_id = self.unconfirmed or str(uuid4())
            self.unconfirmed = operation_id
            while self.unconfirmed:
                self._save(operation_id)
                time.sleep(PAUSE_SECONDS)
                if is_over.is_set():
                    given_up_at = given_up_at or time.monotonic() + LAST_SECONDS
                    if time.monotonic() > given_up_at:
                        return

    def _save(self, operation_id: str) -> None:
        cell = divmod(len(self.acknowledged) % (WORDS * WORDS), WORDS)
        data = {
            "operation_id": operation_id,
            "version": self.version,
            "kind": "set",
            "links": [[*cell, "S"]],
            "unaligned": [],
        }
        sent = time.monotonic()
        try:
            answer = self.visitor.post(f"/api/v1/assignments/{self.assignment}/operations/", data)
        except (OSError, http.client.HTTPException) as error:
            self.sent.append(Sent(sent, time.monotonic(), NO_ANSWER, type(error).__name__))
            return
        self.sent.append(Sent(sent, time.monotonic(), answer.status, "" if answer.status == 200 else answer.reason))
        if answer.status == 200:
            self.version = answer.body["version"]
            self.acknowledged[operation_id] = self.version
            self.unconfirmed = ""


@dataclass
class Counted:
    """The answers that the people of a step met."""

    saves: int = 0
    told_why: int = 0
    not_told: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_save: float = 0.0


@contextmanager
def working(savers: Sequence[Saver]) -> Iterator[Counted]:
    """Let them work while the block runs; what they met is complete after it."""
    counted, is_over = Counted(), threading.Event()
    firsts = [len(saver.sent) for saver in savers]
    threads = [threading.Thread(target=saver.work, args=(is_over,)) for saver in savers]
    for thread in threads:
        thread.start()
    try:
        yield counted
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    for saver, first in zip(savers, firsts, strict=True):
        for sent in saver.sent[first:]:
            count(counted, sent)


def count(counted: Counted, sent: Sent) -> None:
    """Add one answer."""
    counted.slowest = max(counted.slowest, sent.seconds)
    if sent.status == 200:
        counted.saves += 1
        counted.slowest_save = max(counted.slowest_save, sent.seconds)
    elif sent.is_explained:
        counted.told_why += 1
    else:
        counted.not_told.append(f"{sent.status} {sent.reason} after {sent.seconds:.1f} s")


def wait_for_save(savers: Sequence[Saver], seconds: float) -> float:
    """Wait until somebody's save is confirmed that was sent from now on; gives the seconds."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        recent = [sent for saver in savers for sent in saver.sent[-3:]]
        if any(sent.status == 200 and sent.sent >= began for sent in recent):
            return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError(f"Nobody could save for {seconds:.0f} s.")
