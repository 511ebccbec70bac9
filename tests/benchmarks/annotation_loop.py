"""The steps that an annotator takes hundreds of times a day, one client: saving, asking for the next pair, submitting.

Beside them, in the same run: `/health/?web`, the cheapest request that reaches the database, and a bare connection that
writes and commits the rows of each step. Processor time comes from the processes of web server and database, which
hardly depends on other load; statements are counted in this process. `once more` reads what is leased already.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from uuid import uuid4

import psutil
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import cpu_seconds, describe_machine, list_sessions, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS = 20
HEADER = ("step", "p50 ms", "p95 ms", "× health", "aim", "web CPU ms", "database CPU ms", "statements", "bare ms")
AIMS = {"save": 1.8, "next, once more": 2.5, "submit, second reading": 4.0}
WARM_UP = 32

ADD_OPERATION = """
    INSERT INTO projects_operation
        (project_id, item_id, assignment_id, actor_id, kind, payload, operation_id, version, created_at)
    SELECT %(project)s, %(item)s, %(assignment)s, %(actor)s, 'set', '{}', gen_random_uuid(), 0, now()
"""
SAVE_VERSION = "UPDATE projects_assignment SET version = version + 1 WHERE id = %(assignment)s"
COUNT_ON_ITEM = "UPDATE projects_item SET submitted_count = submitted_count WHERE id = %(item)s"
COUNT_ON_PERSON = "UPDATE projects_membership SET submitted_count = submitted_count WHERE id = %(annotator)s"
ADD_SUBMISSION = """
    INSERT INTO projects_submission (assignment_id, number, reading, created_at)
    SELECT %(assignment)s, 1 + count(*), '{}', now() FROM projects_submission WHERE assignment_id = %(assignment)s
"""
SWAP_LINK = """
    UPDATE alignment_alignmentlink SET label = CASE label WHEN 'S' THEN 'P' ELSE 'S' END
    WHERE assignment_id = %(assignment)s AND source_index = 0 AND target_index = 0
"""
# What a step leaves behind at least; a submission leases the next pair.
BARE = {
    "save": (SWAP_LINK, SAVE_VERSION, ADD_OPERATION),
    "next, once more": (SAVE_VERSION,),
    "submit, second reading": (
        ADD_SUBMISSION, SAVE_VERSION, COUNT_ON_ITEM, COUNT_ON_PERSON, ADD_OPERATION, COUNT_ON_ITEM, ADD_OPERATION,
    ),
}  # fmt: skip


@dataclass
class Step:
    """One request, asked for again and again, and what it cost."""

    ask: Callable[[], Awaitable[None]]
    latencies: list[float] = field(default_factory=list)
    web_cpu: float = 0.0
    database_cpu: float = 0.0


@dataclass
class Annotator:
    """Somebody at work on one pair after another."""

    member: Membership
    person: Person
    assignment: int
    version: int = 0

    async def save(self) -> None:
        self.version = await self.person.draw(self.assignment, self.version, WORDS)

    async def ask_again(self) -> None:
        state = await self.person.next_pair(self.member.project.slug)
        assert state is not None
        assert state["assignment"] == self.assignment

    async def submit(self) -> None:
        data = {"operation_id": str(uuid4()), "version": self.version, "mark_rest": True}
        status, answer = await self.person.post(f"/api/v1/assignments/{self.assignment}/submit/", data)
        assert status == 200, answer
        self.assignment, self.version = answer["next_assignment"], 0

    async def ask_for_health(self) -> None:
        status, answer = await self.person.get("/health/?web")
        assert status == 200, answer


@script(small={"rounds": 1, "times": 3})
def measure_annotation_loop(stage: Stage, rounds: int = 6, times: int = 50) -> None:
    """Print the table: in each round every step is asked for so many times."""
    print(describe_machine())
    project = make_project(make_manager(), annotators_per_item=2)
    words = " ".join(f"word{index}" for index in range(WORDS))
    members = make_annotators(project, 4)
    for _ in range(rounds * times + 2 * WARM_UP):
        make_pair(project, words, words)
    address = stage.need_site()
    first, second, drawing, counted = (
        Annotator(member, Person(address, sign_in(member.user)), lease(member).pk) for member in members
    )
    steps = {
        "/health/?web": Step(drawing.ask_for_health),
        "save": Step(drawing.save),
        "next, once more": Step(drawing.ask_again),
        "submit, first reading": Step(first.submit),
        "submit, second reading": Step(second.submit),
    }
    web = stage.running("web")[0].process
    assert web is not None
    _play(steps, web.pid, rounds, times)
    assert Assignment.objects.submitted().filter(annotator__in=members).count() >= 2 * rounds * times
    statements = _count_statements(counted)
    health = median(steps["/health/?web"].latencies)
    rows = [
        _describe(name, step, health, statements[name.split(",")[0]], _write_bare(drawing, name, times))
        for name, step in steps.items()
    ]
    print_table(f"The steps of annotating, {rounds} × {times} each, one client", HEADER, rows)


def _play(steps: dict[str, Step], web: int, rounds: int, times: int) -> None:
    with asyncio.Runner() as runner:
        for step in steps.values():
            runner.run(_ask(step, min(WARM_UP, times)))
        for _ in range(rounds):
            for step in steps.values():
                web_before, database_before = cpu_seconds(web), _database_cpu()
                step.latencies += runner.run(_ask(step, times))
                step.web_cpu += cpu_seconds(web) - web_before
                step.database_cpu += _database_cpu() - database_before


async def _ask(step: Step, times: int) -> list[float]:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        await step.ask()
        took.append(time.perf_counter() - began)
    return took


def _database_cpu() -> float:
    """Return processor time of the connections to this database, those of the web server above all."""
    seconds = 0.0
    for process in list_sessions():
        with suppress(psutil.NoSuchProcess):
            seconds += sum(process.cpu_times()[:2])
    return seconds


def _count_statements(annotator: Annotator) -> dict[str, int]:
    """Return statements by step, with those that begin and end transactions; the last is a second reading."""
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(annotator.member.user)
    counted = {}
    for name, path, body in _list_requests(annotator):
        with CaptureQueriesContext(connection) as statements:
            answer = browser.post(path, body, "application/json") if body is not None else browser.get(path)
        assert answer.status_code == 200, answer.content
        counted[name] = len(statements)
    return counted


def _list_requests(annotator: Annotator) -> Iterator[tuple[str, str, dict[str, Any] | None]]:
    at = f"/api/v1/assignments/{annotator.assignment}"
    yield "/health/?web", "/health/?web", None
    yield "next", f"/api/v1/projects/{annotator.member.project.slug}/next/", {}
    links = [[0, 0, "S"]]
    yield "save", f"{at}/operations/", {"operation_id": str(uuid4()), "version": 0, "kind": "set", "links": links}
    yield "submit", f"{at}/submit/", {"operation_id": str(uuid4()), "version": 1, "mark_rest": True}


def _write_bare(annotator: Annotator, name: str, times: int) -> str:
    """Return the median time of writing and committing the rows of a step by this process's own connection."""
    if name not in BARE:
        return ""
    assignment = Assignment.objects.select_related("annotator", "item").get(pk=annotator.assignment)
    values = {
        "project": assignment.item.project_id,
        "item": assignment.item_id,
        "assignment": assignment.pk,
        "annotator": assignment.annotator_id,
        "actor": assignment.annotator.user_id,
    }
    took = []
    for _ in range(times):
        began = time.perf_counter()
        with connection.cursor() as cursor:
            for statement in ("BEGIN", *BARE[name], "COMMIT"):
                cursor.execute(statement, values)
        took.append(time.perf_counter() - began)
    return milliseconds(took, 0.5)


def _describe(name: str, step: Step, health: float, statements: int, bare: str) -> list[object]:
    asked = len(step.latencies)
    return [
        name,
        milliseconds(step.latencies, 0.5),
        milliseconds(step.latencies, 0.95),
        f"{median(step.latencies) / health:.1f}",
        AIMS.get(name, ""),
        f"{step.web_cpu / asked * 1000:.1f}",
        f"{step.database_cpu / asked * 1000:.1f}",
        statements,
        bare,
    ]


if __name__ == "__main__":
    measure_annotation_loop.main()
