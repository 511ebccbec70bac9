"""R22: the database is stopped, as a machine that freezes is, under 20 people who save; every request is answered.

Each saves again what was not confirmed, under the same operation id, as the page does. The small form promises no
latency: other tests run beside it.
"""

import asyncio
import signal
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psutil
from django.db import connections

from annotation_site.embedded.postgres import Postgres
from annotation_site.operations.models import Operation
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import set_stage, use_own_cluster
from tests.scripts.work import make_manager

WORDS = 60
MOST_SECONDS = 5.0
PAUSE_SECONDS = 0.3


@dataclass
class Tally:
    """The answers to the people's saves."""

    statuses: Counter[int] = field(default_factory=Counter)
    # When each request was sent, and answered.
    answers: list[tuple[float, float, int]] = field(default_factory=list)
    acknowledged: dict[str, int] = field(default_factory=dict)
    sentences: set[str] = field(default_factory=set)


@script(small={"people": 4, "seconds": 8, "is_timed": False})
def stop_database(people: int = 20, seconds: int = 30, is_timed: bool = True) -> Report:
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
        assignments = [lease(annotator).pk for annotator in annotators]
        address = stage.need_site()
        desks = [Person(address, sign_in(annotator.user)) for annotator in annotators]
        connections.close_all()
        tally, moments, is_over = Tally(), [], threading.Event()
        freezer = threading.Thread(target=_freeze, args=(database, seconds, moments, is_over))
        freezer.start()
        asyncio.run(_save_all(desks, assignments, is_over, tally))
        freezer.join()
        return _compare(assignments, tally, *moments, is_timed=is_timed)


def _freeze(database: Postgres, seconds: int, moments: list[float], is_over: threading.Event) -> None:
    """Stop every process of the server for some time."""
    assert database.child.process is not None
    server = psutil.Process(database.child.process.pid)
    try:
        time.sleep(2)
        processes = [server, *server.children(recursive=True)]
        moments.append(time.monotonic())
        for process in processes:
            process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        for process in processes:
            process.send_signal(signal.SIGCONT)
        moments.append(time.monotonic())
        time.sleep(5)
    finally:
        is_over.set()


async def _save_all(desks: list[Person], assignments: list[int], is_over: threading.Event, tally: Tally) -> None:
    await asyncio.gather(*(_save(*each, is_over, tally) for each in zip(desks, assignments, strict=True)))
    for desk in desks:
        desk.close()


async def _save(desk: Person, assignment: int, is_over: threading.Event, tally: Tally) -> None:
    version = 0
    while not is_over.is_set():
        operation_id, status = str(uuid4()), 0
        while status != 200:
            sent = time.monotonic()
            change = [[*divmod(version, WORDS), "S"]]
            status, answer, _ = await desk.change(assignment, version, change, operation_id)
            tally.answers.append((sent, time.monotonic(), status))
            tally.statuses[status] += 1
            if status == 503:
                tally.sentences.add(answer["detail"])
            await asyncio.sleep(PAUSE_SECONDS)
        version = answer["version"]
        tally.acknowledged[operation_id] = version


def _compare(assignments: list[int], tally: Tally, stopped: float, went_on: float, *, is_timed: bool) -> Report:
    rows = Operation.objects.filter(assignment__in=assignments, kind="set").values_list("operation_id", "version")
    stored = {str(operation_id): version for operation_id, version in rows}
    longest = max(answered - sent for sent, answered, _ in tally.answers)
    back = min(answered for _, answered, status in tally.answers if answered > went_on and status == 200) - went_on
    report = Report(f"R22  the database stopped for {went_on - stopped:.0f} s under {len(assignments)} people who save")
    report.note("answers", dict(tally.statuses))
    report.at_least("answered by 503 meanwhile", tally.statuses[503], len(assignments))
    report.equal(
        "answers other than 200 and 503", tally.statuses.total() - tally.statuses[200] - tally.statuses[503], 0
    )
    report.equal("acknowledged and not stored so, or the reverse", len(stored.items() ^ tally.acknowledged.items()), 0)
    for sentence in tally.sentences:
        report.note("was told", sentence)
    if is_timed:
        report.at_most("longest wait for an answer", longest, MOST_SECONDS, " s")
        report.at_most("from its return to a save", back, MOST_SECONDS, " s")
    else:
        report.note("longest wait for an answer", f"{longest:.1f} s")
        report.note("from its return to a save", f"{back:.1f} s")
    return report


if __name__ == "__main__":
    stop_database.main()
