"""Saves per second and their latency with 1, 20 and 100 annotators at work.

The clients are one process of asyncio sockets beside two gunicorn workers of eight threads. Beside the saves: the
same rows written and committed by one bare connection, which is what the database alone would allow.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from django.db import connection

from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import announce, cpu_seconds, describe_machine, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS = 20
THINK_SECONDS = 1.0
AIMS = {(20, True): 50, (100, True): 150}
HEADER = (
    "annotators", "think", "saves", "saves/s", "p50 ms", "p95 ms", "p99 ms", "p95 aim", "web CPU ms", "errors", "lost",
)  # fmt: skip


@dataclass
class Tally:
    """The clients' results, without the warm-up."""

    counts_from: float
    ends: float
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: set[str] = field(default_factory=set)


@script(small={"crowds": (2,), "seconds": 1, "closed": 1, "warm_up": 0})
def measure_saves(
    stage: Stage, crowds: Sequence[int] = (1, 20, 100), seconds: int = 30, closed: int = 10, warm_up: int = 2
) -> None:
    """Print the table of saves: each run lasts so many seconds, closed ones (without thinking) fewer. All of it takes
    two minutes and a half.
    """
    print(describe_machine())
    project = make_project(make_manager(), annotators_per_item=1)
    announce(f"{max(crowds)} people sign in")
    words = " ".join(f"word{index}" for index in range(WORDS))
    members = make_annotators(project, max(crowds))
    assignments = []
    for member in members:
        make_pair(project, words, words)
        assignments.append(lease(member).pk)
    address = stage.need_site()
    web = stage.running("web")[0].process
    assert web is not None
    sessions = [sign_in(member.user) for member in members]
    asyncio.run(save_together(address, sessions, assignments, warm_up, 1))  # warms every thread up
    rows = []
    for thinks in (True, False):
        for size in crowds:
            length = seconds if thinks else closed
            before = cpu_seconds(web.pid)
            think = THINK_SECONDS if thinks else 0
            announce(f"{size} annotators save for {warm_up + length} s, {think:g} s between saves")
            saving = save_together(address, sessions[:size], assignments[:size], warm_up, length, think=think)
            tally = asyncio.run(saving)
            each = (cpu_seconds(web.pid) - before) / len(tally.acknowledged)
            rows.append(_describe(size, tally, length, each, thinks=thinks))
    title = f"Saves through the web server, 2 processes × 8 threads ({seconds} s with, {closed} s without thinking)"
    print_table(title, HEADER, rows)
    assert not any(row[-1] for row in rows), "saves were lost"
    announce("one bare connection saves 500 times")
    bare = _save_bare(project, assignments[0])
    print(
        f"  The same rows by one bare connection: {len(bare) / sum(bare):.0f} saves/s, "
        f"p50 {milliseconds(bare, 0.5)} ms, p95 {milliseconds(bare, 0.95)} ms"
    )


async def save_together(
    address: str, sessions: Sequence[str], assignments: Sequence[int], warm_up: int, seconds: int, *, think: float = 0
) -> Tally:
    """Let everybody save to their own assignment, with a pause of `think` seconds on average."""
    now = time.monotonic()
    tally = Tally(counts_from=now + warm_up, ends=now + warm_up + seconds)
    people = [Person(address, session) for session in sessions]
    pairs = zip(people, assignments, strict=True)
    await asyncio.gather(*(_annotate(person, assignment, tally, think) for person, assignment in pairs))
    for person in people:
        person.close()
    return tally


async def _annotate(person: Person, assignment: int, tally: Tally, think: float) -> None:
    """Draw link after link; after the last cell begin to change labels, so that every save changes something."""
    chance = random.Random(assignment)
    await asyncio.sleep(chance.random() * think)
    version = await asyncio.to_thread(_version, assignment)
    has_saved = False
    while (began := time.monotonic()) < tally.ends or not has_saved:
        cell, is_sure = version % (WORDS * WORDS), version // (WORDS * WORDS) % 2 == 0
        links = [[cell // WORDS, cell % WORDS, "S" if is_sure else "P"]]
        status, answer, operation_id = await person.change(assignment, version, links)
        if status == 200:
            version, has_saved = answer["version"], True
            tally.acknowledged.add(operation_id)
        if began >= tally.counts_from:
            tally.latencies.append(time.monotonic() - began)
            tally.statuses[status] += 1
        if think:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * think)


def _version(assignment: int) -> int:
    try:
        return Assignment.objects.values_list("version", flat=True).get(pk=assignment)
    finally:
        connection.close()


def _describe(size: int, tally: Tally, seconds: int, cpu_each: float, *, thinks: bool) -> list[object]:
    errors = sum(count for status, count in tally.statuses.items() if status != 200)
    stored = Operation.objects.filter(operation_id__in=tally.acknowledged).count()
    aim = AIMS.get((size, thinks))
    return [
        size,
        "1 s" if thinks else "none",
        f"{len(tally.latencies):,}",
        f"{len(tally.latencies) / seconds:.1f}",
        *(milliseconds(tally.latencies, share) for share in (0.5, 0.95, 0.99)),
        aim or "",
        f"{cpu_each * 1000:.1f}",
        errors,
        len(tally.acknowledged) - stored,
    ]


def _save_bare(project: Project, assignment_id: int, saves: int = 500) -> list[float]:
    """Save a link, a version and an operation, committed each time, by one connection."""
    assignment = Assignment.objects.select_related("annotator").get(pk=assignment_id)
    took = []
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM alignment_alignmentlink WHERE assignment_id = %s", [assignment_id])
        for number in range(saves):
            cell = number % (WORDS * WORDS)
            began = time.perf_counter()
            cursor.execute("BEGIN")
            cursor.execute(
                "DELETE FROM alignment_alignmentlink"
                " WHERE assignment_id = %s AND source_index = %s AND target_index = %s",
                [assignment_id, cell // WORDS, cell % WORDS],
            )
            cursor.execute(
                "INSERT INTO alignment_alignmentlink (assignment_id, source_index, target_index, label, origin)"
                " VALUES (%s, %s, %s, 'S', 'manual')",
                [assignment_id, cell // WORDS, cell % WORDS],
            )
            cursor.execute("UPDATE projects_assignment SET version = version + 1 WHERE id = %s", [assignment_id])
            cursor.execute(
                "INSERT INTO projects_operation (project_id, item_id, assignment_id, actor_id, kind, payload,"
                " operation_id, version, created_at) VALUES (%s, %s, %s, %s, 'set', '{}', %s, 0, now())",
                [project.pk, assignment.item_id, assignment_id, assignment.annotator.user_id, str(uuid4())],
            )
            cursor.execute("COMMIT")
            took.append(time.perf_counter() - began)
    return took


if __name__ == "__main__":
    measure_saves.main()
