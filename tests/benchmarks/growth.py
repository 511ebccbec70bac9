"""Cost as a project, its crowd and the installation grow: pairs, clients, and processes of web server and worker.

Web server, workers, database and clients share one machine, so that processes beyond its cores add nothing here. Beside
every rate stand the processor time behind it and the cores that were busy, whoever kept them so: a rate that no longer
rises while cores are idle waits for something; one that fills them is what this machine gives.
"""

import asyncio
import time
from collections.abc import Sequence

from django.db import connection

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.benchmarks.imports import wait_for_words
from tests.benchmarks.next_pair import FILL
from tests.benchmarks.peers.interlinea import Aligner
from tests.benchmarks.peers.tools import Annotator, measure_saves, measure_steps
from tests.factories import make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import Spent, announce, describe_machine, measure_spent, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import confirm, make_manager, preview_imports, succeeded, wait_for_all

PAGES = {"project page": "", "list of pairs": "pairs/", "page of a pair": "pairs/1/"}
LONGEST_SECONDS = 900


@script(
    small={
        "sizes": (40,), "crowds": (2,), "processes": (2,), "workers": (1,), "times": 2, "seconds": 1, "warm_up": 0,
        "jobs": 1, "job_pairs": 50,
    },
)  # fmt: skip
def measure_growth(
    stage: Stage,
    sizes: Sequence[int] = (1_000, 10_000, 100_000, 1_000_000),
    crowds: Sequence[int] = (1, 20, 100),
    processes: Sequence[int] = (1, 2, 4),
    workers: Sequence[int] = (1, 2, 4),
    times: int = 100,
    seconds: int = 10,
    warm_up: int = 3,
    jobs: int = 8,
    job_pairs: int = 50_000,
) -> None:
    """Print the tables."""
    print(describe_machine())
    print_table(
        "One client, ms (p50)",
        ("pairs in the project", "save", "submit", "next pair", *PAGES),
        [_annotate(stage, pairs, times) for pairs in sizes],
    )
    print_table(
        "Saves without a pause; processor in ms a save",
        ("web processes of 8 threads", "clients", "saves/s", "p95 ms", "web", "database", "clients", "cores busy"),
        _save(stage, crowds, processes, seconds, warm_up),
    )
    print_table(
        f"{jobs} imports of {job_pairs:,} pairs of 5 and 4 words each, until their words are indexed; processor in s",
        ("worker processes", "seconds", "pairs/s", "workers", "database", "cores busy"),
        [_import(stage, number, jobs, job_pairs) for number in workers],
    )


def _annotate(stage: Stage, pairs: int, times: int) -> list[object]:
    """Time the steps and pages of one project of that size."""
    announce(f"one client among {pairs:,} pairs")
    project = _make_project(pairs)
    address, [member] = stage.need_site(), make_annotators(project, 1)
    annotator = Aligner(Person(address, sign_in(member.user)), project.slug)
    manager = Person(address, sign_in(project.memberships.exclude(pk=member.pk).get().user))

    async def play() -> list[Sequence[float]]:
        await annotator.ask_for_next()
        await measure_steps([annotator], times)  # warms every thread up
        saves = []
        for _ in range(times):
            began = time.perf_counter()
            await annotator.save()
            saves.append(time.perf_counter() - began)
        steps = await measure_steps([annotator], times)
        return [saves, *steps.values(), *[await _open(manager, project, page, times) for page in PAGES.values()]]

    return [f"{pairs:,}", *(milliseconds(took, 0.5) for took in asyncio.run(play()))]


async def _open(manager: Person, project: Project, page: str, times: int) -> Sequence[float]:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        status, _ = await manager.get(f"/alignment/{project.slug}/{page}")
        took.append(time.perf_counter() - began)
        assert status == 200, page
    return took


def _save(
    stage: Stage, crowds: Sequence[int], processes: Sequence[int], seconds: int, warm_up: int
) -> list[list[object]]:
    project = _make_project(max(crowds) * len(processes))
    sessions = [sign_in(member.user) for member in make_annotators(project, max(crowds))]
    rows: list[list[object]] = []
    for number in processes:
        address = stage.need_site(number)
        [web] = stage.running("web")
        people = [Aligner(Person(address, session), project.slug) for session in sessions]
        for size in crowds:
            announce(f"{size} clients save, {number} web processes")
            # Every thread of a new web server connects, and every process loads its pages, when first asked.
            asyncio.run(_crowd(people[:size], warm_up))
            spent = measure_spent(web)
            took = asyncio.run(_crowd(people[:size], seconds))
            rows.append([number, size, *_describe_saves(took, seconds, measure_spent(web) - spent)])
    return rows


async def _crowd(people: Sequence[Annotator], seconds: int) -> list[float]:
    await asyncio.gather(*(person.ask_for_next() for person in people))
    took = await measure_saves(people, seconds)
    for person in people:
        person.person.close()
    return took


def _describe_saves(took: Sequence[float], seconds: int, spent: Spent) -> list[object]:
    each = (f"{part / len(took) * 1000:.1f}" for part in (spent.child, spent.database, spent.here))
    return [f"{len(took) / seconds:.0f}", milliseconds(took, 0.95), *each, f"{spent.busy_cores:.1f}"]


def _import(stage: Stage, workers: int, jobs: int, pairs: int) -> list[object]:
    """Time them until nothing is left to do: indexing the words of one import takes workers from the next."""
    announce(f"{jobs} imports, {workers} worker processes")
    worker = stage.need_worker(workers)
    _confirm_all(preview_imports(workers, 50))  # what a worker loads at its first import is not of those below
    previews = preview_imports(jobs, pairs)
    spent = measure_spent(worker)
    _confirm_all(previews)
    spent = measure_spent(worker) - spent
    return [
        workers,
        f"{spent.wall:.1f}",
        f"{jobs * pairs / spent.wall:,.0f}",
        f"{spent.child:.1f}",
        f"{spent.database:.1f}",
        f"{spent.busy_cores:.1f}",
    ]


def _confirm_all(previews: Sequence[Job]) -> None:
    imports = [confirm(preview) for preview in previews]
    wait_for_all(imports, LONGEST_SECONDS)
    wait_for_words()
    assert succeeded(imports) == len(previews)


def _make_project(pairs: int) -> Project:
    project = make_project(make_manager(), annotators_per_item=2)
    with connection.cursor() as cursor:
        cursor.execute(FILL, {"project": project.pk, "pairs": pairs})
        cursor.execute("ANALYZE projects_item, alignment_sentencepair")
    Project.objects.filter(pk=project.pk).update(item_count=pairs)
    return project


if __name__ == "__main__":
    measure_growth.main()
