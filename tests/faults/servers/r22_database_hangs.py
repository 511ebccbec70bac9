"""R22: the database is stopped, as a machine that freezes is, under 20 people who save; every request is answered.

The small form promises no latency: other tests run beside it.
"""

import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from annotation_site.embedded.postgres import Postgres
from tests.factories import make_project
from tests.scripts.clusters import use_own_cluster
from tests.scripts.report import Report
from tests.scripts.savers import Savers, count_by_status, longest_wait
from tests.scripts.script import script
from tests.scripts.stage import set_stage
from tests.scripts.work import make_manager
from tests.servers import wait_until

MOST_SECONDS = 5.0


@script(small={"people": 4, "seconds": 8, "processes": 1, "is_timed": False})
def stop_database(people: int = 20, seconds: int = 30, processes: int = 2, is_timed: bool = True) -> Report:
    """On a server of its own, which no other script needs meanwhile."""
    report = Report(f"R22  the database stopped for {seconds} s under {people} people who save")
    with (
        tempfile.TemporaryDirectory(prefix="interlinea-cluster-") as name,
        use_own_cluster(Path(name)) as database,
        set_stage() as stage,
    ):
        savers = Savers.make(make_project(make_manager(), annotators_per_item=1), people)
        with savers.working(stage.need_site(processes)):
            savers.wait_for_saves("nobody saves")
            with frozen(database):
                time.sleep(seconds)
                wait_until(lambda: count_refused(savers) >= people, "people are not told that the database hangs")
            back = savers.wait_for_saves("nobody saves again")
        refused = [each for each in savers.answers if each.status != 200]
        report.note("answers", count_by_status(savers.answers))
        report.at_least("refused meanwhile", count_refused(savers), people)
        report.equal("refused without a reason", sum(not each.is_explained for each in refused), 0)
        for reason in sorted({each.reason for each in refused}):
            report.note("was told", reason)
        savers.compare(report)
    if is_timed:
        report.at_most("longest wait for an answer", longest_wait(savers.answers), MOST_SECONDS, " s")
        report.at_most("from its return to a save", back, MOST_SECONDS, " s")
    else:
        report.note("longest wait for an answer", f"{longest_wait(savers.answers):.1f} s")
        report.note("from its return to a save", f"{back:.1f} s")
    return report


def count_refused(savers: Savers) -> int:
    return sum(each.status != 200 for each in savers.answers)


@contextmanager
def frozen(database: Postgres) -> Iterator[None]:
    """Stop every process of the server while the block runs."""
    assert database.child.process is not None
    server = psutil.Process(database.child.process.pid)
    processes = [server, *server.children(recursive=True)]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)


if __name__ == "__main__":
    stop_database.main()
