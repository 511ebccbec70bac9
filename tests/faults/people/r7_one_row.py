"""R7: 20 browser tabs save to one reading at once; what was acknowledged is exactly what is stored.

Each tab draws links in a row of cells of its own, at the version it knows, and takes the state of a 409 as the page
does.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

from alignment.readings.queries.drawn import read_links
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

TABS = 20
LEAST = 3
LABELS = ("S", "P", None)


@dataclass
class Tally:
    """The answers to the tabs."""

    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: dict[str, int] = field(default_factory=dict)
    cells: dict[tuple[int, int], str] = field(default_factory=dict)


@script(small={"seconds": 3})
def crowd_one_row(stage: Stage, seconds: int = 30) -> Report:
    project = make_project(make_manager())
    words = " ".join(f"word{index}" for index in range(TABS))
    make_pair(project, words, words)
    [annotator] = make_annotators(project, 1)
    assignment = lease(annotator)
    tally = Tally()
    address = stage.need_site()
    people = [Person(address, sign_in(annotator.user)) for _ in range(TABS)]
    asyncio.run(_crowd(people, assignment.pk, time.monotonic() + seconds, tally))
    return _compare(assignment, tally, seconds)


async def _crowd(people: list[Person], assignment: int, end: float, tally: Tally) -> None:
    await asyncio.gather(*(_save_on(person, row, assignment, end, tally) for row, person in enumerate(people)))
    for person in people:
        person.close()


async def _save_on(person: Person, row: int, assignment: int, end: float, tally: Tally) -> None:
    version = number = 0
    # In a few seconds on a busy machine few get through: that tabs collide, and some are confirmed, is waited for.
    while time.monotonic() < end or tally.statuses[200] < LEAST or tally.statuses[409] < TABS:
        cell, label = (row, number // len(LABELS) % TABS), LABELS[number % len(LABELS)]
        status, answer, operation_id = await person.change(assignment, version, [[*cell, label]])
        tally.statuses[status] += 1
        if status == 200:
            version = answer["version"]
            tally.acknowledged[operation_id] = version
            tally.cells.pop(cell, None)
            if label is not None:
                tally.cells[cell] = label
            number += 1
        elif status == 409:
            version = answer["state"]["version"]
        else:
            raise AssertionError(f"a save was answered by {status}: {answer}")


def _compare(assignment: Assignment, tally: Tally, seconds: int) -> Report:
    assignment.refresh_from_db()
    rows = Operation.objects.filter(assignment=assignment, kind="set").values_list("operation_id", "version")
    stored = {str(operation_id): version for operation_id, version in rows}
    acknowledged = len(tally.acknowledged)
    report = Report(f"R7  {TABS} tabs save to one reading for {seconds} s through the web server")
    report.note("requests", f"{sum(tally.statuses.values()):,}")
    report.note("refused as stale (409)", f"{tally.statuses[409]:,}")
    report.at_least("changes acknowledged (200)", acknowledged, LEAST)
    report.at_least("refused, so that tabs did collide", tally.statuses[409], TABS)
    report.equal("changes stored", len(stored), acknowledged)
    report.equal("stored but not acknowledged", len(stored.keys() - tally.acknowledged.keys()), 0)
    report.equal("acknowledged with another version than stored", len(stored.items() ^ tally.acknowledged.items()), 0)
    report.equal("version of the reading", assignment.version, acknowledged)
    report.equal(
        "cells differing from what tabs were told", len(read_links(assignment).links.items() ^ tally.cells.items()), 0
    )
    return report


if __name__ == "__main__":
    crowd_one_row.main()
