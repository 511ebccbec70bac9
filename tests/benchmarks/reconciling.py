"""People of a reconciliation round who see each other: polling as it is, and server-sent events beside it.

Pairs change all the time while every page is open, and each change's arrival at a page is timed. Events are those of
`tests.stand_ins.event_stream`: PostgreSQL wakes each listener, but a listener keeps a thread of the web server and a
connection to the database for as long as the page is open.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import psutil
from django.db import connection

from alignment.rounds.models import RoundReading
from alignment.rounds.services.readings import raise_version
from alignment.rounds.services.rounds import open_round
from tests.factories import make_pair, make_project, make_reading
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.machine import (
    announce,
    describe_machine,
    list_sessions,
    measure_spent,
    megabytes,
    milliseconds,
    print_table,
)
from tests.scripts.script import script
from tests.scripts.stage import Site, Stage
from tests.scripts.work import make_manager

# On which PostgreSQL says that a pair has changed, to those who listen.
CHANNEL = "round_items"
# As in static/alignment/rounds/others.js.
PAUSE_SECONDS = 1.2
STEP_SECONDS = 0.2
WARM_UP_SECONDS = 3.0
PATIENCE_SECONDS = 5.0
HEADER = (
    "way", "people served", "requests/s", "p50 ms", "p95 ms", "seen p50 s", "seen p95 s", "seen longest s", "web CPU %",
    "database CPU %", "web memory", "connections", "page beside it ms",
)  # fmt: skip


@dataclass
class Tally:
    """The results of one way of looking."""

    ends: float
    served: set[int] = field(default_factory=set)
    latencies: list[float] = field(default_factory=list)
    # When a pair was changed, by its row, until the one who watches it sees it.
    changed: dict[int, float] = field(default_factory=dict)
    seen_after: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)

    def see(self, round_item: int) -> None:
        """Note that a page shows the pair as it is now."""
        if began := self.changed.pop(round_item, None):
            self.seen_after.append(time.monotonic() - began)


class Watcher(Person):
    """The open page of a pair."""

    tag = ""

    async def ask(self, assignment: int) -> int:
        """Ask once, with the tag of the last answer; return the status."""
        path = f"/alignment/reconcile/{assignment}/together/"
        head = f"GET {path} HTTP/1.1\r\n{self._headers}HX-Request: true\r\nIf-None-Match: {self.tag}\r\n\r\n"
        status, _ = await self._ask(head.encode())
        self.tag = dict(self.told).get("etag", self.tag)
        return status

    async def listen(self, assignment: int) -> asyncio.StreamReader:
        """Return the stream of events, with its head still to come."""
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._writer.write(f"GET /listen/{assignment}/ HTTP/1.1\r\n{self._headers}\r\n".encode())
        return self._reader


@script(small={"people": 4, "seconds": 5, "threads": (8,)})
def measure_reconciling(stage: Stage, people: int = 50, seconds: int = 30, threads: Sequence[int] = (8, 32)) -> None:
    """Print the table; all of it takes two minutes."""
    print(describe_machine())
    announce(f"{people} people read {people // 2} pairs, two each")
    readings = make_round_of(people)
    sessions = [sign_in(each.assignment.annotator.user) for each in readings]
    stage.need_site()
    assert stage.site is not None
    announce(f"they ask every {PAUSE_SECONDS} s, for {seconds} s")
    rows = [measure("polling, 2 × 8 threads", stage.site, poll, sessions, readings, seconds)]
    stage.site.child.stop(8)
    assert rows[0][1] == people, "somebody was not served"
    for number in threads:
        site = stage.start_site(2, "--threads", str(number), "tests.stand_ins.event_stream:application")
        announce(f"they listen to 2 × {number} threads, for {seconds} s")
        rows.append(measure(f"events, 2 × {number} threads", site, listen, sessions, readings, seconds))
        site.child.stop(8)
    print_table(f"{people} people see each other in a round, {seconds} s, a step every {STEP_SECONDS} s", HEADER, rows)


def make_round_of(people: int) -> list[RoundReading]:
    """Make an open round in which two and two have read a pair differently."""
    project = make_project(make_manager())
    members = make_annotators(project, people)
    for first, second in zip(members[::2], members[1::2], strict=True):
        make_pair(project, "a black cat", "un gatto nero")
        make_reading(first, "0-0S 1-2S 2-1S")
        make_reading(second, "0-0P 1-1S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    readings = RoundReading.objects.filter(round_item__round__project=project)
    return list(readings.select_related("round_item", "assignment__annotator__user"))


Way = Callable[[Watcher, RoundReading, Tally], Coroutine[Any, Any, None]]


def measure(
    name: str, site: Site, way: Way, sessions: Sequence[str], readings: Sequence[RoundReading], seconds: int
) -> list[object]:
    """Let everybody look in this way, and return the row of the table."""
    # A listener that has left holds its thread until the server writes to it: warmed up is by asking, in both ways.
    asyncio.run(look_together(site, poll, sessions, readings, Tally(time.monotonic() + WARM_UP_SECONDS)))
    before = measure_spent(site.child)
    tally = Tally(time.monotonic() + seconds)
    memory, sessions_held = asyncio.run(look_together(site, way, sessions, readings, tally))
    spent = measure_spent(site.child) - before
    return [
        name,
        len(tally.served),
        f"{len(tally.latencies) / seconds:.1f}",
        *(milliseconds(tally.latencies, share) for share in (0.5, 0.95)),
        *(seconds_at(tally.seen_after, share) for share in (0.5, 0.95, 1.0)),
        *(f"{100 * each / spent.wall:.1f}" for each in (spent.child, spent.database)),
        megabytes(memory),
        sessions_held,
        milliseconds(tally.beside, 0.5) if len(tally.beside) > 1 else f"none in {PATIENCE_SECONDS:.0f} s",
    ]


def seconds_at(seconds: Sequence[float], share: float) -> str:
    """Return the time within which this share of the steps was seen."""
    ordered = sorted(seconds)
    return f"{ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.2f}" if ordered else "never"


async def look_together(
    site: Site, way: Way, sessions: Sequence[str], readings: Sequence[RoundReading], tally: Tally
) -> tuple[int, int]:
    """Open all pages, take steps until the end, and return the web server's memory and connections before it."""
    people = [Watcher(site.address, session) for session in sessions]
    beside = Watcher(site.address, sessions[0])
    looking = [asyncio.create_task(way(*each, tally)) for each in zip(people, readings, strict=True)]
    others = [asyncio.create_task(take_steps(readings, tally)), asyncio.create_task(open_pages(beside, tally))]
    await asyncio.sleep(max(0.0, tally.ends - time.monotonic() - 0.5))
    held = await asyncio.to_thread(measure_held, site)
    await asyncio.gather(*others)
    for each in looking:
        each.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    for person in (*people, beside):
        person.close()
    return held


def measure_held(site: Site) -> tuple[int, int]:
    """Return memory of the web server's processes, shared pages by halves, and connections to this database."""
    assert site.child.process is not None
    root = psutil.Process(site.child.process.pid)
    memory = sum(each.memory_full_info().pss for each in [root, *root.children(recursive=True)])
    try:
        return memory, len(list_sessions())
    finally:
        connection.close()


async def poll(person: Watcher, reading: RoundReading, tally: Tally) -> None:
    """Ask again and again, as the page does."""
    await asyncio.sleep(random.Random(reading.pk).random() * PAUSE_SECONDS)
    while time.monotonic() < tally.ends:
        began = time.monotonic()
        status = await person.ask(reading.assignment_id)
        tally.latencies.append(time.monotonic() - began)
        tally.served.add(reading.pk)
        if status == 200:
            tally.see(reading.round_item_id)
        await asyncio.sleep(PAUSE_SECONDS)


async def listen(person: Watcher, reading: RoundReading, tally: Tally) -> None:
    """Wait for events, as a page would; there is one request for each page."""
    began = time.monotonic()
    stream = await person.listen(reading.assignment_id)
    while line := await stream.readline():
        if line.startswith(b": open"):
            tally.served.add(reading.pk)
            tally.latencies.append(time.monotonic() - began)
        elif line.startswith(b"data:"):
            tally.see(reading.round_item_id)


async def take_steps(readings: Sequence[RoundReading], tally: Tally) -> None:
    """Change one pair after the other, where the last change was seen."""
    await asyncio.sleep(PAUSE_SECONDS)
    for reading in itertools.cycle(readings):
        if time.monotonic() > tally.ends - 2 * PAUSE_SECONDS:
            return
        if reading.round_item_id not in tally.changed:
            await asyncio.to_thread(change, reading)
            tally.changed[reading.round_item_id] = time.monotonic()
        await asyncio.sleep(STEP_SECONDS)


def change(reading: RoundReading) -> None:
    """Raise the pair's version as a step does, and tell those who listen."""
    raise_version(reading)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(reading.round_item_id)])
    connection.close()


async def open_pages(person: Watcher, tally: Tally) -> None:
    """Open another page of the site once a second, as everybody else does meanwhile."""
    while time.monotonic() < tally.ends:
        began = time.monotonic()
        try:
            await asyncio.wait_for(person.get("/health/?web"), PATIENCE_SECONDS)
        except TimeoutError:
            return
        tally.beside.append(time.monotonic() - began)
        await asyncio.sleep(1)


if __name__ == "__main__":
    measure_reconciling.main()
