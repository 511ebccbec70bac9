"""The same work on Interlinea, doccano and Label Studio, in one run and in turns: docs/performance.md shows the table.

Every tool runs as it starts by itself; all share the machine, and doccano our PostgreSQL. No peer is asked for what it
lacks: doccano imports without a preview, neither of them writes a release or stores an operation for each change.
"""

import asyncio
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.imports import make_lines
from tests.benchmarks.peers.doccano import Doccano
from tests.benchmarks.peers.environments import NotInstalledError, measure_memory
from tests.benchmarks.peers.interlinea import Interlinea
from tests.benchmarks.peers.label_studio import LabelStudio
from tests.benchmarks.peers.tools import Annotator, Pair, Tool, measure_saves, measure_steps
from tests.scripts.machine import announce, describe_machine, megabytes, milliseconds, print_table
from tests.scripts.script import script
from tests.scripts.stage import Stage

PEERS: Mapping[str, Callable[[Path], Tool]] = {"doccano": Doccano, "label-studio": LabelStudio}


@dataclass
class Measured:
    """A tool, its people, and what was measured of it: many times for a name."""

    tool: Tool
    annotators: Sequence[Annotator] = ()
    annotated: str = ""
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    rates: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    exported: int = 0


@script(small={"texts": 60, "rounds": 1, "clients": 2, "seconds": 1, "times": 4, "workers": 1, "peers": ()})
def measure_peers(
    stage: Stage,
    texts: int = 5_000,
    rounds: int = 3,
    clients: int = 20,
    seconds: int = 4,
    times: int = 40,
    workers: int = 2,
    peers: Sequence[str] = tuple(PEERS),
) -> None:
    """Print the table."""
    print(describe_machine())
    pairs = list(make_pairs(texts))
    with tempfile.TemporaryDirectory(prefix="interlinea-peers-") as folder, ExitStack() as stack:
        tools = [Interlinea(stage, workers), *(PEERS[name](Path(folder)) for name in peers)]
        measured = [Measured(tool) for tool in tools if _starts(tool, stack)]
        for number in range(1, rounds + 1):
            announce(f"round {number} of {rounds}: {texts:,} texts, {', '.join(each.tool.name for each in measured)}")
            for each in measured:
                _import(each, pairs, clients)
            for each in measured:
                _export(each, pairs)
            for crowd in (1, clients):
                for each in measured:
                    asyncio.run(_annotate(each, crowd, seconds, times))
        print_peers(measured, texts, clients)


def make_pairs(number: int) -> Iterator[Pair]:
    """Yield made-up pairs of 20 and 20 words."""
    for line in make_lines(number):
        source, _, target = line.rstrip("\n").partition("\t")
        yield source, target


def _starts(tool: Tool, stack: ExitStack) -> bool:
    announce(f"{tool.name} starts")
    try:
        tool.start(stack)
    except NotInstalledError as error:
        print(f"Without {tool.name}: {error}")
        return False
    return True


def _import(each: Measured, pairs: Sequence[Pair], clients: int) -> None:
    began = time.perf_counter()
    project = each.tool.import_pairs(pairs)
    each.seconds["import"].append(time.perf_counter() - began)
    each.annotators = each.annotators or each.tool.add_annotators(project, clients)


def _export(each: Measured, pairs: Sequence[Pair]) -> None:
    each.annotated = each.annotated or each.tool.import_annotated(pairs)
    began = time.perf_counter()
    each.exported = len(each.tool.export(each.annotated))
    each.seconds["export"].append(time.perf_counter() - began)


async def _annotate(each: Measured, number: int, seconds: int, times: int) -> None:
    people = each.annotators[:number]
    await asyncio.gather(*(person.ask_for_next() for person in people))
    began = time.perf_counter()
    saves = await measure_saves(people, seconds)
    each.rates[f"saves {number}"].append(len(saves) / (time.perf_counter() - began))
    each.seconds[f"save {number}"] += saves
    for name, took in (await measure_steps(people, max(1, times // number))).items():
        each.seconds[f"{name} {number}"] += took
    for person in people:
        person.person.close()


def print_peers(measured: Sequence[Measured], texts: int, clients: int) -> None:
    """Print a column for each tool; medians, over all rounds."""
    rows: list[tuple[str, Callable[[Measured], object], str]] = []
    for number in (1, clients):
        who = "1 client" if number == 1 else f"{number} clients"
        aim = "1.6 × doccano, 20 × Label Studio" if number == 1 else "3 × doccano, 20 × Label Studio"
        rows.append((f"saves/s, {who}", lambda each, n=number: f"{_median(each.rates[f'saves {n}']):.0f}", aim))
        for step in ("save", "submit", "next"):
            aim = {"submit": "8", "next": "5"}.get(step, "") if number == 1 else ""
            rows.append((f"{step}, ms, {who}", lambda each, n=number, s=step: _both(each.seconds[f"{s} {n}"]), aim))
    rows += [
        (f"import of {texts:,}, s", lambda each: f"{_median(each.seconds['import']):.2f}", ""),
        ("imported/s", lambda each: f"{texts / _median(each.seconds['import']):,.0f}", "2 × Label Studio"),
        (f"export of {texts:,}, s", lambda each: f"{_median(each.seconds['export']):.2f}", ""),
        ("exported", lambda each: f"{each.exported / 1e6:.1f} MB", ""),
        ("memory", lambda each: megabytes(measure_memory(each.tool.processes())), ""),
    ]
    names = [f"{each.tool.name} {each.tool.version}" for each in measured]
    table = [(what, *(show(each) for each in measured), aim) for what, show, aim in rows]
    print_table("The same work, p50 and p95", ("what", *names, "aim"), table)
    for each in measured:
        print(f"  {each.tool.name}: {each.tool.started_as}")


def _median(values: Sequence[float]) -> float:
    return statistics.median(values)


def _both(seconds: Sequence[float]) -> str:
    return f"{milliseconds(seconds, 0.5)}, {milliseconds(seconds, 0.95)}"


if __name__ == "__main__":
    measure_peers.main()
