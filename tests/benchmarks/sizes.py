"""The use of processor, memory and connections with 10, 100 and 1,000 annotators at work: the table of sizes in
docs/operating/deployment.md.

Everybody saves; the pause between saves is such that two cores can serve all. Memory is what a process has for itself
and its share of what it has in common with others. Web server and database run on this machine.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import psutil

from annotation_site.operations.models import Operation
from tests.benchmarks.saves import Tally, save_together
from tests.factories import lease, make_pair, make_project
from tests.scripts.clients import make_annotators, sign_in
from tests.scripts.machine import cpu_seconds, describe_machine, list_sessions, megabytes, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager

WORDS = 20
# Annotators with seconds between two saves of each.
CROWDS = ((10, 1), (100, 1), (1000, 5))
HEADER = (
    "annotators", "pause s", "saves/s", "p50 ms", "p95 ms", "web ms a save", "database ms a save", "web memory",
    "connections", "memory of one", "errors", "lost",
)  # fmt: skip


@dataclass(frozen=True)
class Use:
    """Processor seconds so far, and memory now."""

    web_cpu: float
    database_cpu: float
    web_memory: int
    sessions: Sequence[int]


@script(small={"crowds": ((2, 0),), "seconds": 1, "warm_up": 0})
def measure_sizes(
    stage: Stage, crowds: Sequence[tuple[int, float]] = CROWDS, seconds: int = 30, warm_up: int = 3
) -> None:
    """Print the table: each crowd saves for so many seconds through one web server of 2 processes × 8 threads."""
    print(describe_machine())
    project = make_project(make_manager(), annotators_per_item=1)
    words = " ".join(f"word{index}" for index in range(WORDS))
    members = make_annotators(project, max(size for size, _ in crowds))
    assignments = []
    for member in members:
        make_pair(project, words, words)
        assignments.append(lease(member).pk)
    sessions = [sign_in(member.user) for member in members]
    address = stage.need_site()
    web = stage.running("web")[0].process
    assert web is not None
    rows = []
    for size, pause in crowds:
        before = read_use(web.pid)
        saving = save_together(address, sessions[:size], assignments[:size], warm_up, seconds, think=pause)
        tally = asyncio.run(saving)
        rows.append([size, pause, *describe(tally, seconds, before, read_use(web.pid))])
    print_table(f"One web server, {seconds} s each", HEADER, rows)
    assert not any(row[-1] for row in rows), "saves were lost"


def read_use(web: int) -> Use:
    """Return the use of the web server, its processes included, and of the sessions of this database."""
    root = psutil.Process(web)
    database_cpu, sizes = 0.0, []
    for session in list_sessions():
        with suppress(psutil.NoSuchProcess):  # closed since it was listed
            database_cpu += sum(session.cpu_times()[:2])
            sizes.append(session.memory_full_info().uss)
    web_memory = sum(each.memory_full_info().pss for each in [root, *root.children(recursive=True)])
    return Use(cpu_seconds(web), database_cpu, web_memory, sizes)


def describe(tally: Tally, seconds: int, before: Use, after: Use) -> list[object]:
    stored = Operation.objects.filter(operation_id__in=tally.acknowledged).count()
    saves = len(tally.acknowledged)
    return [
        f"{len(tally.latencies) / seconds:.1f}",
        *(milliseconds(tally.latencies, share) for share in (0.5, 0.95)),
        f"{(after.web_cpu - before.web_cpu) / saves * 1000:.1f}",
        f"{(after.database_cpu - before.database_cpu) / saves * 1000:.1f}",
        megabytes(after.web_memory),
        len(after.sessions),
        megabytes(round(sum(after.sessions) / len(after.sessions))),
        sum(count for status, count in tally.statuses.items() if status != 200),
        saves - stored,
    ]


if __name__ == "__main__":
    measure_sizes.main()
