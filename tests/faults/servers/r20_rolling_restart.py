"""R20: two web servers behind a proxy and the worker are restarted one after another under people who save and jobs
that import: first by HUP, then by TERM and a new start. No request fails, and every job is done once.

The small form promises no seconds: other tests run beside it.
"""

import signal
import time

import psutil

from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from tests.factories import make_project
from tests.scripts.proxy import running_proxy
from tests.scripts.report import Report
from tests.scripts.savers import Savers, count_by_status, longest_wait
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import confirm, count_effects, make_manager, preview_imports, succeeded, wait_for_all
from tests.servers import wait_until

MOST_SECONDS = 5.0
DRAIN_SECONDS = 20.0


@script(
    small={
        "people": 4,
        "rounds": 1,
        "restarted": 1,
        "processes": 1,
        "jobs": 2,
        "pairs": 200,
        "is_timed": False,
    },
    needs_peace=True,
)
def restart_in_turn(
    stage: Stage,
    people: int = 20,
    rounds: int = 3,
    restarted: int = 2,
    processes: int = 2,
    jobs: int = 20,
    pairs: int = 2_000,
    is_timed: bool = True,
) -> Report:
    stage.stop_children()
    previews = preview_imports(jobs, pairs)
    savers = Savers.make(make_project(make_manager(), annotators_per_item=1), people)
    servers = [stage.start_site(processes) for _ in range(2)]
    worker = stage.start_worker(2)
    drained, waits = 0.0, dict[str, float]()

    def note(step: str, began: float) -> None:
        waits[step] = max(waits.get(step, 0.0), longest_wait(savers.answered_since(began)))

    with running_proxy([site.port for site in servers]) as address, savers.working(address):
        imports = [confirm(preview) for preview in previews]
        for _ in range(rounds):
            for site in servers[:restarted]:
                began = time.monotonic()
                renew(site.child)
                savers.wait_for_saves("nobody saves after a HUP")
                note("HUP", began)
            for site in servers[:restarted]:
                began = time.monotonic()
                drained = max(drained, end(site.child))
                site.start_again()
                savers.wait_for_saves("nobody saves after a TERM")
                note("TERM", began)
            drained = max(drained, end(worker))
            worker = stage.start_worker(2)
    wait_for_all(imports, 120)
    others = [each for each in savers.answers if each.status != 200]
    report = Report(f"R20  rolling restarts under {people} people who save, {rounds} × HUP and TERM of two web servers")
    report.equal("requests that failed or were refused", len(others), 0)
    report.note("answers", count_by_status(savers.answers))
    for reason in sorted({f"{each.status} {each.reason}" for each in others}):
        report.note("was answered", reason)
    savers.compare(report)
    report.equal("jobs done", succeeded(imports), jobs)
    report.equal("effects exactly once", count_effects(imports, pairs), jobs)
    again = Job.objects.filter(pk__in=[job.pk for job in imports], attempt__gt=1).count()
    report.equal("jobs that a restart interrupted", again, 0)
    for step, wait in waits.items():
        if is_timed:
            report.at_most(f"longest wait for an answer around a {step}", wait, MOST_SECONDS, " s")
        else:
            report.note(f"longest wait for an answer around a {step}", f"{wait:.1f} s")
    if is_timed:
        report.at_most("longest end of a process", drained, DRAIN_SECONDS, " s")
    return report


def renew(server: Child) -> None:
    """Let the server replace its processes by new ones, and wait until the old ones are gone."""
    assert server.process is not None
    arbiter = psutil.Process(server.process.pid)
    old = set(arbiter.children())
    arbiter.send_signal(signal.SIGHUP)
    wait_until(lambda: not old & set(arbiter.children()), "old processes go on after a HUP", 90)


def end(child: Child) -> float:
    """End the process in peace; gives the seconds."""
    assert child.process is not None
    began = time.monotonic()
    child.process.terminate()
    child.process.wait(120)
    return time.monotonic() - began


if __name__ == "__main__":
    restart_in_turn.main()
