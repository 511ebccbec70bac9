"""R16: somebody holds a lock for a minute, of each kind that the site takes, while people work.

Nobody waits longer than two seconds; who needs that row is told so and tries again; everybody else goes on as ever. The
small form promises no latency: other tests run beside it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS = 40
MOST_SECONDS = 2.0
PAUSE_SECONDS = 0.4


@dataclass
class Tally:
    """Answers while one row is locked: by status, with the longest wait and what refusals said."""

    statuses: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0
    sentences: set[str] = field(default_factory=set)
    acknowledged: set[str] = field(default_factory=set)
    unexplained: int = 0

    def note(self, began: float, status: int, answer: Any) -> None:
        self.longest = max(self.longest, time.monotonic() - began)
        self.statuses[status] += 1
        if status == 503:
            told = answer.get("code") == "unavailable" and answer.get("detail")
            self.unexplained += not told
            self.sentences.add(str(told))


@script(
    small={"people": 5, "seconds": 3, "processes": 1, "is_timed": False},
    small_settings={"TEST_WEB_LOCK_MS": "1000"},
)
def hold_locks(stage: Stage, people: int = 50, seconds: int = 60, processes: int = 2, is_timed: bool = True) -> Report:
    manager = make_manager()
    project = make_project(manager, annotators_per_item=1)
    annotators = make_annotators(project, people)
    assignments = []
    for annotator in annotators:
        make_pair(project, *[" ".join(f"word{index}" for index in range(WORDS))] * 2)
        assignments.append(lease(annotator))
    first = assignments[0]
    rows = {
        "project": project,
        "person": annotators[0].user,
        "membership": annotators[0],
        "pair": first.item,
        "assignment": first,
    }
    address = stage.need_site(processes)
    office = Person(address, sign_in(manager))
    desks = [Person(address, sign_in(annotator.user)) for annotator in annotators]
    report = Report(
        f"R16  a row locked for {seconds} s under {people} people who save and a manager who changes settings"
    )
    versions = [assignment.version for assignment in assignments]
    acknowledged: set[str] = set()
    for name, row in rows.items():
        with hold(row):
            own, others = asyncio.run(_work(office, desks, assignments, versions, project, seconds))
        tell(report, name, own, others, is_timed=is_timed)
        acknowledged |= own.acknowledged | others.acknowledged
        for after in asyncio.run(_work(office, desks, assignments, versions, project, 1)):
            told = 0 if is_timed else after.statuses[503]  # a neighbour on a busy machine holds a row for a second, too
            report.equal(f"{name}: refused afterwards", after.statuses.total() - after.statuses[200] - told, 0)
            acknowledged |= after.acknowledged
    stored = Operation.objects.filter(assignment__in=assignments, kind="set").values_list("operation_id", flat=True)
    report.equal("acknowledged and not stored, or the reverse", len({str(each) for each in stored} ^ acknowledged), 0)
    return report


@contextmanager
def hold(row: Project | User | Membership | Item | Assignment) -> Iterator[None]:
    """Lock the row in the strongest way that the site knows."""
    with transaction.atomic():
        type(row)._base_manager.select_for_update(no_key=True, of=("self",)).get(pk=row.pk)
        yield


def tell(report: Report, name: str, own: Tally, others: Tally, *, is_timed: bool) -> None:
    """Report one lock: `own` are the acts that may need the row."""
    report.note(f"{name}: answers", f"{dict(others.statuses)}, of those who need the row {dict(own.statuses)}")
    report.equal(f"{name}: others refused", others.statuses.total() - others.statuses[200], 0)
    report.equal(f"{name}: faults", sum(count for status, count in own.statuses.items() if status not in (200, 503)), 0)
    report.equal(f"{name}: refusals without a reason", own.unexplained, 0)
    longest = max(own.longest, others.longest)
    if is_timed:
        report.at_most(f"{name}: longest wait", longest, MOST_SECONDS, " s")
    else:
        report.note(f"{name}: longest wait", f"{longest:.1f} s")
    for sentence in own.sentences:
        report.note(f"{name}: was told", sentence)


async def _work(
    office: Person,
    desks: list[Person],
    assignments: list[Assignment],
    versions: list[int],
    project: Project,
    seconds: float,
) -> tuple[Tally, Tally]:
    """Let everybody act until the time is over; return the answers to the manager and the first annotator, and to the
    others.
    """
    end, own, others = time.monotonic() + seconds, Tally(), Tally()

    async def save(number: int) -> None:
        tally = others if number else own
        while time.monotonic() < end:
            began = time.monotonic()
            cell = divmod(versions[number], WORDS)  # another one each time: a link that is there makes no operation
            change = [[*cell, "S"]]
            status, answer, operation_id = await desks[number].change(assignments[number].pk, versions[number], change)
            tally.note(began, status, answer)
            if status == 200:
                versions[number] = answer["version"]
                tally.acknowledged.add(operation_id)
            await asyncio.sleep(PAUSE_SECONDS)

    async def manage() -> None:
        while time.monotonic() < end:
            began = time.monotonic()
            path, change = f"/api/v1/projects/{project.slug}/guidelines/", {"text": f"Link words. {began}"}
            status, answer = await office.post(path, change)
            own.note(began, 200 if status == 201 else status, answer)
            await asyncio.sleep(PAUSE_SECONDS)

    await asyncio.gather(manage(), *(save(number) for number in range(len(desks))))
    for person in (office, *desks):
        person.close()
    return own, others


if __name__ == "__main__":
    hold_locks.main()
