"""People who save without end while a script breaks something, and the record of how each request was answered."""

import asyncio
import math
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import connections

from alignment.readings.queries.drawn import read_links
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from tests.factories import lease, make_pair
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.servers import wait_until

WORDS = 60
PAUSE_SECONDS = 0.3
# So long do people try to save what they did last.
LAST_SECONDS = 60.0
NO_ANSWER = 0


class Answer(NamedTuple):
    """One request: when it was sent and answered, by which status, and why where that is no 200."""

    sent: float
    answered: float
    status: int
    reason: str = ""

    @property
    def is_explained(self) -> bool:
        return self.status == 200 or (self.status == 503 and bool(self.reason))


@dataclass
class Savers:
    """People each at a pair of their own, who draw link after link; as the page does, they send again what was not
    confirmed, under the same operation id.
    """

    assignments: list[Assignment]
    sessions: list[str]
    answers: list[Answer] = field(default_factory=list)
    acknowledged: dict[str, int] = field(default_factory=dict)
    cells: dict[int, dict[tuple[int, int], str]] = field(default_factory=dict)
    _is_over: threading.Event = field(default_factory=threading.Event)
    _given_up_at: float = math.inf

    @classmethod
    def make(cls, project: Project, people: int) -> "Savers":
        """Let so many people begin; the project wants one reading a pair."""
        for _ in range(people):
            make_pair(project, *[" ".join(f"word{index}" for index in range(WORDS))] * 2)
        annotators = make_annotators(project, people)
        return cls([lease(annotator) for annotator in annotators], [sign_in(each.user) for each in annotators])

    @contextmanager
    def working(self, address: str) -> Iterator[None]:
        """Let them work while the block runs, until each has had an answer to what was sent last."""
        connections.close_all()
        self._is_over.clear()
        self._given_up_at = math.inf
        thread = threading.Thread(target=lambda: asyncio.run(self._save_all(address)))
        thread.start()
        try:
            yield
        finally:
            self._given_up_at = time.monotonic() + LAST_SECONDS
            self._is_over.set()
            thread.join()

    def answered_since(self, moment: float) -> list[Answer]:
        """Return the answers to what was sent or still open then."""
        return [each for each in self.answers if each.answered >= moment]

    def wait_for_saves(self, complaint: str, seconds: float = 120) -> float:
        """Wait until somebody's save is confirmed that was sent from now on; gives the seconds."""
        began = time.monotonic()
        wait_until(
            lambda: any(each.status == 200 and each.sent >= began for each in self.answers[-1000:]), complaint, seconds
        )
        return time.monotonic() - began

    def compare(self, report: Report) -> None:
        """Require that what was confirmed is stored, and nothing else."""
        rows = Operation.objects.filter(assignment__in=self.assignments, kind="set")
        stored = {str(operation_id): version for operation_id, version in rows.values_list("operation_id", "version")}
        report.note("saves acknowledged", f"{len(self.acknowledged):,}")
        report.equal(
            "acknowledged and not stored so, or the reverse", len(stored.items() ^ self.acknowledged.items()), 0
        )
        differing = [each.pk for each in self.assignments if read_links(each).links != self.cells.get(each.pk, {})]
        report.equal("pairs whose links differ from what people were told", len(differing), 0)

    async def _save_all(self, address: str) -> None:
        people = [Person(address, session) for session in self.sessions]
        await asyncio.gather(*(self._save(*each) for each in zip(people, self.assignments, strict=True)))
        for person in people:
            person.close()

    async def _save(self, person: Person, assignment: Assignment) -> None:
        cells = self.cells.setdefault(assignment.pk, {})
        while not self._is_over.is_set():
            operation_id, answer, number = str(uuid4()), None, len(cells)
            cell = divmod(number, WORDS)
            while answer is None:
                if time.monotonic() > self._given_up_at:
                    return
                answer = await self._send(person, assignment, [*cell, "S"], operation_id)
                await asyncio.sleep(PAUSE_SECONDS)
            assignment.version = answer["version"]
            self.acknowledged[operation_id] = assignment.version
            cells[cell] = "S"

    async def _send(
        self, person: Person, assignment: Assignment, link: list[Any], operation_id: str
    ) -> dict[str, Any] | None:
        sent = time.monotonic()
        try:
            status, answer, _ = await person.change(assignment.pk, assignment.version, [link], operation_id)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.answers.append(Answer(sent, time.monotonic(), NO_ANSWER, type(error).__name__))
            person.close()
            return None
        reason = answer.get("detail", "") if isinstance(answer, dict) and status != 200 else ""
        self.answers.append(Answer(sent, time.monotonic(), status, reason))
        return answer if status == 200 else None


def count_by_status(answers: Sequence[Answer]) -> dict[int, int]:
    return dict(Counter(each.status for each in answers))


def longest_wait(answers: Sequence[Answer]) -> float:
    return max((each.answered - each.sent for each in answers), default=0.0)
