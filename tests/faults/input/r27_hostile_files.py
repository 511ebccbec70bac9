"""R27: files that are made to harm, through the ways in of the API; each is read or refused by a sentence, within
limits of time and memory, while somebody else's files are read beside it.

A job may take 300 s and 1,500 MB here, a fraction of what an installation lets it: one that reaches either limit has
read without bounds, and counts as a fault.
"""

import threading
from typing import Any

from tests.faults.input.r10_malformed_uploads import OUR_FAULT, Sender
from tests.scripts.bad_input.hostile import (
    Make,
    list_hostile_archives,
    list_hostile_texts,
    list_hostile_workbooks,
)
from tests.scripts.bad_input.seeds import Seed, list_seeds
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage

SECONDS, MEGABYTES = 300, 1_500
LIMITS = {"JOB_SECONDS": str(SECONDS), "JOB_MEMORY_MB": str(MEGABYTES)}
REACHED = ("MB of memory", "was stopped after")
PACKED = (".xlsx", ".npz")
Attack = tuple[Seed, str, Make]


class Attacker(Sender):
    """Somebody with an account who sends hostile files."""

    def send_hostile(self, seed: Seed, what: str, data: bytes) -> None:
        """Send a hostile file in place of the seed's first; the outcome is named for both."""
        (name, _), *others = seed.files
        self._what = what
        self._send(seed, [(name, data), *others])

    def _note(self, seed: Seed, status: int, answer: Any) -> None:
        before = len(self.tally.faults)
        super()._note(seed, status, answer)
        self.tally.faults[before:] = [f"{self._what}: {fault}" for fault in self.tally.faults[before:]]

    def _wait_for(self, key: int) -> Any:
        job = super()._wait_for(key)
        if OUR_FAULT not in job.error and any(word in job.error for word in REACHED):
            self.tally.faults.append(f"{self._what}: {job.kind} reached a limit: {job.error}")
        return job


def list_attacks() -> list[Attack]:
    """Return every way in with every hostile file that its reader would look into."""
    texts: dict[str, Make] = {what: (lambda data=data: data) for what, data in list_hostile_texts().items()}
    attacks = []
    for seed in list_seeds():
        name, data = seed.files[0]
        packed = list_hostile_archives({name: data})
        if name.endswith(PACKED):
            hostile = {**packed, **(list_hostile_workbooks(data) if name.endswith(".xlsx") else {})}
        else:
            hostile = {**texts, "a bomb": packed["a bomb"]}
        attacks += [(seed, what, make) for what, make in hostile.items()]
    return attacks


def choose_some(attacks: list[Attack], some: int) -> list[Attack]:
    """Return so many attacks, as different as possible in what is sent and where."""
    step = 37  # neither the number of ways in nor of files is a multiple
    return [attacks[(number * step) % len(attacks)] for number in range(min(some, len(attacks)))]


@script(small={"attacks": 40}, settings=LIMITS)
def send_hostile_files(stage: Stage, attacks: int = 10_000) -> Report:
    stage.need_worker(2)
    address = stage.need_site()
    attacker, neighbour = Attacker(0, address), Sender(1, address)
    chosen = choose_some(list_attacks(), attacks)
    over = threading.Event()

    def read_beside() -> None:
        seeds = list_seeds()
        number = 0
        while not over.is_set():
            seed = seeds[number % len(seeds)]
            neighbour._send(seed, seed.files)
            number += 1

    beside = threading.Thread(target=read_beside)
    beside.start()
    try:
        for seed, what, make in chosen:
            attacker.send_hostile(seed, what, make())
    finally:
        over.set()
        beside.join()
    report = Report(f"R27  {len(chosen):,} hostile files; a job may take {SECONDS} s and {MEGABYTES:,} MB")
    report.equal("files answered", sum(attacker.tally.outcomes.values()), len(chosen))
    for outcome, count in attacker.tally.outcomes.most_common():
        report.note(outcome, f"{count:,}")
    report.note("longest job", f"{attacker.tally.longest:.1f} s")
    report.at_least("sound files of somebody else read meanwhile", neighbour.tally.outcomes["read"], 1)
    report.equal("faults beside them", len(neighbour.tally.faults), 0)
    report.equal("faults of ours, and jobs at a limit", len(attacker.tally.faults), 0)
    for fault in [*attacker.tally.faults, *neighbour.tally.faults][:40]:
        report.note("fault", fault)
    return report


if __name__ == "__main__":
    send_hostile_files.main()
