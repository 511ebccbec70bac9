"""R18: the disk with database, broker, files and logs is full under 20 people who save: first until tables cannot grow,
then until the database ends because its log cannot. Health says so, and the site comes back by itself when there is
room.

The disk is a small tmpfs. The database is supervised as in `make run`. The small form promises no seconds.
"""

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError

import psycopg2

from annotation_site.embedded.postgres import Postgres
from annotation_site.embedded.supervision import Supervisor, Watched
from tests.factories import make_project
from tests.scripts.clusters import use_own_cluster
from tests.scripts.report import Report
from tests.scripts.savers import Savers, count_by_status, longest_wait
from tests.scripts.script import script
from tests.scripts.small_disk import SmallDisk, small_disk
from tests.scripts.stage import set_stage
from tests.scripts.work import make_manager
from tests.servers import wait_until

MEGABYTES = 700
MOST_SECONDS = 5.0
MOST_LOGS = 200
FULL = "the disk is full"
LONGEST_SECONDS = 30


@script(small={"people": 4, "seconds": 4, "processes": 1, "is_timed": False})
def fill_disk(people: int = 20, seconds: int = 20, processes: int = 2, is_timed: bool = True) -> Report:
    """On a server of its own, which no other script needs meanwhile."""
    report = Report(f"R18  the disk is full, twice for {seconds} s, under {people} people who save")
    with (
        small_disk(MEGABYTES) as disk,
        TemporaryDirectory(prefix="cluster-") as name,
        use_own_cluster(Path(name)) as database,
        set_stage() as stage,
        supervising(database),
    ):
        savers = Savers.make(make_project(make_manager(), annotators_per_item=1), people)
        stage.need_worker(1)
        address = stage.need_site(processes)
        with savers.working(address):
            savers.wait_for_saves("nobody saves")
            for what, go_on in (("tables cannot grow", None), ("its log cannot grow", end_by_log)):
                told = fill(disk, database, address, seconds, go_on)
                began = time.monotonic()
                disk.clear()
                savers.wait_for_saves("nobody saves again", 120)
                wait_until(lambda: ask_health(address)["ok"], f"not well again: {ask_health(address)}", 90)
                report.equal(f"{what}: health says that the disk is full", FULL in told, True)
                report.note(f"{what}: well again after", f"{time.monotonic() - began:.1f} s")
        answers = savers.answers
        refused = [each for each in answers if each.status != 200]
        report.note("answers", count_by_status(answers))
        report.at_least("refused while the disk was full", len(refused), 1)
        report.equal("refused without a reason", sum(not each.is_explained for each in refused), 0)
        for reason in sorted({each.reason for each in refused}):
            report.note("was told", reason)
        savers.compare(report)
        if is_timed:
            report.at_most("longest wait for an answer", longest_wait(answers), MOST_SECONDS, " s")
        else:
            report.note("longest wait for an answer", f"{longest_wait(answers):.1f} s")
    return report


def fill(disk: SmallDisk, database: Postgres, address: str, seconds: int, go_on: Any) -> str:
    """Fill the disk and hold it full for some seconds; return what health says of files."""
    until = time.monotonic() + seconds
    disk.fill()
    if go_on is not None:
        go_on(database)
    told = ""
    while time.monotonic() < until or (FULL not in told and time.monotonic() < until + LONGEST_SECONDS):
        disk.fill()  # a process that ended has left some room
        told = max(told, str(ask_health(address)["files"]["detail"]), key=lambda each: FULL in each)
        time.sleep(0.5)
    return told


def end_by_log(database: Postgres) -> None:
    """Begin new files of the database's log until one cannot be made: it ends itself then."""
    for _ in range(MOST_LOGS):
        try:
            with closing(database._connect()) as connection, connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_xact_id()")
                cursor.execute("SELECT pg_switch_wal()")
        except psycopg2.OperationalError:
            return
    raise AssertionError("The database goes on, though its disk is full.")


def ask_health(address: str) -> dict[str, Any]:
    """Return what the site says of its parts."""
    try:
        with urllib.request.urlopen(f"{address}/health/", timeout=30) as answer:
            return dict(json.load(answer))
    except HTTPError as error:
        return dict(json.load(error))


@contextmanager
def supervising(database: Postgres) -> Iterator[None]:
    """Start the database again when it ends, as `make run` does."""
    is_over = threading.Event()
    supervisor = Supervisor(database.data, [Watched(database.child, database.restart)])

    def watch() -> None:
        while not is_over.wait(0.2):
            supervisor.check()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


if __name__ == "__main__":
    fill_disk.main()
