"""R23: ten people work while one thing after another breaks; they lose nothing, and never wait longer than 5 s without
being told why. Each line of the table is one ordeal, until people save again and everything that was asked for is done.

Two web servers stand behind a proxy; database, broker and files lie on a small disk. The small form promises no
seconds.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connections
from django.utils import timezone

from annotation_site.embedded.postgres import Postgres
from annotation_site.jobs.models import Job
from annotation_site.mail.models import Mail
from annotation_site.operations.models import Operation
from tests.factories import make_project, make_user
from tests.faults.people.r16_locks_held import hold
from tests.faults.servers.r17_mail_server_hangs import PORT, SMTP, reset
from tests.faults.servers.r18_disk_full import MEGABYTES, end_by_log, supervising
from tests.faults.servers.r20_rolling_restart import end, renew
from tests.faults.servers.r22_database_hangs import frozen
from tests.scripts.clusters import use_own_cluster
from tests.scripts.machine import print_table
from tests.scripts.proxy import running_proxy
from tests.scripts.report import Report
from tests.scripts.savers import Savers, longest_wait
from tests.scripts.script import script
from tests.scripts.small_disk import SmallDisk, small_disk
from tests.scripts.stage import Site, Stage, kill, set_stage
from tests.scripts.work import (
    QUICK_LEASES,
    confirm,
    count_effects,
    holding,
    is_any_running,
    make_manager,
    preview_imports,
    wait_for_all,
)
from tests.servers import wait_until
from tests.stand_ins.mail_servers import MailServer, running_mail_server

MOST_SECONDS = 5.0
LONGEST_SECONDS = 120


@dataclass
class Day:
    """Everything that people work with, and the ordeals of one day."""

    database: Postgres
    disk: SmallDisk
    stage: Stage
    sites: list[Site]
    savers: Savers
    mail: MailServer
    previews: list[Job]
    seconds: int
    pairs: int
    imports: list[Job]

    def hold_rows(self) -> None:
        """Keep rows locked that each of these people needs in turn."""
        for assignment in self.savers.assignments[:3]:
            with hold(assignment):
                time.sleep(self.seconds / 3)

    def hang_mail(self) -> None:
        """Reset passwords while the mail server does not answer."""
        people = [make_user().email for _ in range(3)]
        self.mail.is_hanging = True
        for address in people:
            reset(self.sites[0].address, address)
        time.sleep(self.seconds)
        self.mail.is_hanging = False
        Mail.objects.waiting().update(next_try_at=timezone.now())
        wait_until(lambda: {to for to, _ in self.mail.received} >= set(people), "mail is missing", LONGEST_SECONDS)

    def fill_disk(self) -> None:
        """Let tables grow no more, and then the database's log."""
        self.disk.fill()
        time.sleep(self.seconds)
        end_by_log(self.database)
        time.sleep(self.seconds)
        self.disk.clear()
        # A worker ends when its broker can store nothing; it is started again as `make run` and Compose do.
        self.stage.need_worker(1)
        self.stage.need_beat()

    def kill_worker(self) -> None:
        """Kill the worker at an import."""
        [worker] = self.stage.running("worker")
        with holding(self.previews[len(self.imports)].project):
            job = self.begin_import()
            wait_until(lambda: is_any_running([job]), "the worker did not get to work")
            kill(worker)
        self.stage.start_worker(1)

    def lose_broker(self) -> None:
        """Ask for an import while the broker is away, which then knows nothing."""
        self.stage.lose_broker()
        self.begin_import()
        time.sleep(self.seconds)
        self.stage.return_broker()

    def freeze_database(self) -> None:
        """Stop the database as a machine that freezes."""
        with frozen(self.database):
            time.sleep(self.seconds)

    def kill_database(self) -> None:
        """Kill the database, which is supervised, three times."""
        for _ in range(3):
            kill(self.database.child)
            self.savers.wait_for_saves("nobody saves after the database was killed", LONGEST_SECONDS)
            time.sleep(self.seconds / 3)

    def restart_in_turn(self) -> None:
        """Renew both web servers, end and start both, and the worker."""
        self.begin_import()
        for site in self.sites:
            renew(site.child)
        for site in self.sites:
            end(site.child)
            site.start_again()
        [worker] = self.stage.running("worker")
        end(worker)
        self.stage.start_worker(1)

    def begin_import(self) -> Job:
        """Ask for the next import."""
        self.imports.append(confirm(self.previews[len(self.imports)]))
        return self.imports[-1]

    def calm_down(self) -> None:
        """Wait until people save and every import is done."""
        self.savers.wait_for_saves("nobody saves again", LONGEST_SECONDS)
        connections.close_all()  # those of this process were lost with the database
        wait_for_all(self.imports, LONGEST_SECONDS)

    def count_lost(self) -> int:
        """Return how many confirmed saves are not stored, and imports not done once."""
        confirmed = set(self.savers.acknowledged)
        stored = Operation.objects.filter(assignment__in=self.savers.assignments).values_list("operation_id", flat=True)
        return (
            len(confirmed - {str(each) for each in stored})
            + len(self.imports)
            - count_effects(self.imports, self.pairs)
        )


ORDEALS: dict[str, Callable[[Day], None]] = {
    "rows held": Day.hold_rows,
    "mail server hangs": Day.hang_mail,
    "disk full": Day.fill_disk,
    "worker killed": Day.kill_worker,
    "broker lost": Day.lose_broker,
    "database stopped": Day.freeze_database,
    "database killed": Day.kill_database,
    "rolling restart": Day.restart_in_turn,
}
IMPORTING = {"worker killed", "broker lost", "rolling restart"}


@script(
    small={
        "people": 3,
        "seconds": 3,
        "processes": 1,
        "pairs": 300,
        "is_timed": False,
        "ordeals": ("rows held", "worker killed", "database killed"),
    },
    settings={**SMTP, "MAIL_SECONDS": "5"},
    small_settings={**SMTP, **QUICK_LEASES, "MAIL_SECONDS": "1", "EMAIL_TIMEOUT": "5"},
)
def go_through_all(
    people: int = 10,
    seconds: int = 20,
    processes: int = 2,
    pairs: int = 5_000,
    is_timed: bool = True,
    ordeals: Sequence[str] = tuple(ORDEALS),
) -> Report:
    """On a server and a disk of its own."""
    report = Report(f"R23  {people} people through {len(ordeals)} ordeals of {seconds} s and more")
    rows, reasons = [], set[str]()
    imports = len(IMPORTING.intersection(ordeals))
    with open_day(people, seconds, processes, pairs, imports, is_timed=is_timed) as day:
        for name in ordeals:
            began = time.monotonic()
            ORDEALS[name](day)
            day.calm_down()
            answers = day.savers.answered_since(began)
            refused = [each for each in answers if each.status != 200]
            untold, lost = sum(not each.is_explained for each in refused), day.count_lost()
            wait, took = longest_wait(answers), time.monotonic() - began
            reasons |= {each.reason for each in refused}
            rows.append((name, f"{took:.0f} s", len(answers), f"{wait:.1f} s", len(refused), untold, lost))
            report.equal(f"{name}: refused without a reason, lost", (untold, lost), (0, 0))
            if is_timed:
                report.at_most(f"{name}: longest wait for an answer", wait, MOST_SECONDS, " s")
    print_table("", ("ordeal", "lasted", "answers", "longest wait", "refused", "untold", "lost"), rows)
    for reason in sorted(reasons):
        report.note("was told", reason)
    return report


@contextmanager
def open_day(people: int, seconds: int, processes: int, pairs: int, imports: int, *, is_timed: bool) -> Iterator[Day]:
    """Start everything, let people work while the block runs, and compare in the end."""
    settings = go_through_all.settings_of(is_small=not is_timed)
    with (
        small_disk(MEGABYTES) as disk,
        TemporaryDirectory(prefix="cluster-") as name,
        use_own_cluster(Path(name)) as database,
        running_mail_server(port=PORT) as mail,
        set_stage(**settings) as stage,
        supervising(database),
    ):
        previews = preview_imports(imports, pairs)
        savers = Savers.make(make_project(make_manager(), annotators_per_item=1), people)
        sites = [stage.start_site(processes) for _ in range(2)]
        stage.start_worker(1)
        stage.need_beat()
        day = Day(database, disk, stage, sites, savers, mail, previews, seconds, pairs, [])
        with running_proxy([site.port for site in sites]) as address, savers.working(address):
            savers.wait_for_saves("nobody saves")
            yield day


if __name__ == "__main__":
    go_through_all.main()
