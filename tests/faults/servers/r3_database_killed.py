"""R3: PostgreSQL is killed again and again under 20 people who save; what was acknowledged is there, once.

Each person draws link after link in a pair of their own and, as the page does, sends what was not answered again
under the same operation id.
"""

import asyncio
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from django.db import connections

from alignment.readings.queries.drawn import read_links
from annotation_site.assignments.models import Assignment
from annotation_site.embedded.postgres import Postgres
from annotation_site.operations.models import Operation
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.clusters import use_own_cluster
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import kill, set_stage
from tests.scripts.work import make_manager

WORDS = 60
BETWEEN_SECONDS = 2.0
PAUSE_SECONDS = 0.1


@dataclass
class Tally:
    """The answers to the people's saves, with their times."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    sent_again: int = 0
    refused: int = 0
    # When each answered save was sent, so that the first after a kill can be found.
    answers: list[tuple[float, float]] = field(default_factory=list)
    cells: dict[int, dict[tuple[int, int], str]] = field(default_factory=dict)


@script(small={"kills": 1, "people": 5, "processes": 1, "is_timed": False})
def kill_database(kills: int = 20, people: int = 20, processes: int = 2, is_timed: bool = True) -> Report:
    """On a server of its own, which no other script needs meanwhile."""
    with (
        tempfile.TemporaryDirectory(prefix="interlinea-cluster-") as name,
        use_own_cluster(Path(name)) as database,
        set_stage() as stage,
    ):
        project = make_project(make_manager(), annotators_per_item=1)
        for _ in range(people):
            make_pair(project, *[" ".join(f"word{index}" for index in range(WORDS))] * 2)
        annotators = make_annotators(project, people)
        assignments = [lease(annotator) for annotator in annotators]
        address = stage.need_site(processes)
        savers = [Person(address, sign_in(annotator.user)) for annotator in annotators]
        connections.close_all()
        tally = Tally()
        moments: list[float] = []
        is_over = threading.Event()
        killer = threading.Thread(target=_kill_again_and_again, args=(database, kills, moments, is_over))
        killer.start()
        asyncio.run(_save_all(savers, [assignment.pk for assignment in assignments], is_over, tally))
        killer.join()
        return _compare(assignments, tally, moments, is_timed=is_timed)


def _kill_again_and_again(database: Postgres, kills: int, moments: list[float], is_over: threading.Event) -> None:
    try:
        for _ in range(kills):
            time.sleep(BETWEEN_SECONDS)
            moments.append(time.monotonic())
            kill(database.child)
            database.restart()
        time.sleep(BETWEEN_SECONDS)
    finally:
        is_over.set()


async def _save_all(people: list[Person], assignments: list[int], is_over: threading.Event, tally: Tally) -> None:
    await asyncio.gather(*(_save(*each, is_over, tally) for each in zip(people, assignments, strict=True)))
    for person in people:
        person.close()


async def _save(person: Person, assignment: int, is_over: threading.Event, tally: Tally) -> None:
    cells = tally.cells.setdefault(assignment, {})
    version = number = 0
    while not is_over.is_set():
        cell, label = (number % WORDS, number // WORDS % WORDS), "SP"[number % 2]
        operation_id = str(uuid4())
        while True:
            sent = time.monotonic()
            try:
                change = person.change(assignment, version, [[*cell, label]], operation_id)
                status, answer, _ = await change
            except (ConnectionError, asyncio.IncompleteReadError):
                status = 0
            if status == 200:
                break
            tally.refused += status == 409
            tally.sent_again += 1
            await asyncio.sleep(PAUSE_SECONDS)
        tally.answers.append((sent, time.monotonic()))
        version = answer["version"]
        tally.acknowledged[operation_id] = version
        cells[cell] = label
        number += 1
        await asyncio.sleep(PAUSE_SECONDS / 5)


def _compare(assignments: list[Assignment], tally: Tally, moments: list[float], *, is_timed: bool) -> Report:
    kills = len(moments)
    rows = Operation.objects.filter(assignment__in=assignments, kind="set").values_list("operation_id", "version")
    stored = {str(operation_id): version for operation_id, version in rows}
    waits = [min(end for sent, end in tally.answers if sent >= moment) - moment for moment in moments]
    differing = sum(
        len(read_links(assignment).links.items() ^ tally.cells[assignment.pk].items()) for assignment in assignments
    )
    report = Report(
        f"R3  PostgreSQL killed {kills} times under {len(assignments)} people saving through the web server"
    )
    report.note("saves acknowledged", f"{len(tally.acknowledged):,}")
    report.at_least("saves sent again, so that kills did hit some", tally.sent_again, kills)
    report.equal("saves stored", len(rows), len(tally.acknowledged))
    report.equal("acknowledged and not stored so, or the reverse", len(stored.items() ^ tally.acknowledged.items()), 0)
    report.equal("refused as stale", tally.refused, 0)
    report.equal("links differing from what people were told", differing, 0)
    # Among other tests, which take the processor's time, seconds promise nothing.
    longest = "longest from kill to an answered save"
    if is_timed:
        report.at_most(longest, max(waits), 5.0, " s")
    else:
        report.note(longest, f"{max(waits):.1f} s")
    return report


if __name__ == "__main__":
    kill_database.main()
