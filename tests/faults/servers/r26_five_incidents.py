"""R26: five incidents are made on purpose; the operators' page names each within two minutes, with what to do, and no
longer once that is done: the worker is killed, the mail server refuses and then hangs, the disk is nearly full, a job
never ends, a query is slow.

The files lie on a small disk. The process of a job that works is stopped: its worker goes on renewing its lease. The
small form differs in nothing but that other tests run beside it.
"""

import html
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.request import build_opener

import psutil
import psycopg2
from django.db import connection
from django.utils import timezone
from django.utils.crypto import get_random_string

from annotation_site.accounts.models import User
from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from annotation_site.mail.models import Mail
from tests.factories import make_user
from tests.faults.servers.r17_mail_server_hangs import PORT, SMTP, reset
from tests.markup import join_lines
from tests.scripts.clients import sign_in
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.small_disk import SmallDisk, small_disk
from tests.scripts.stage import Stage, kill, set_stage
from tests.scripts.work import confirm, holding, preview_imports
from tests.servers import PATIENT, wait_until
from tests.stand_ins.mail_servers import running_mail_server

MEGABYTES = 500
MOST_SECONDS = 120.0
TAG = re.compile(r"<[^>]+>")


@dataclass
class Page:
    """The operators' page in an operator's browser."""

    address: str
    session: str

    def __post_init__(self) -> None:
        token = get_random_string(32)
        self._browser = build_opener()
        self._browser.addheaders = [("Cookie", f"sessionid={self.session}; csrftoken={token}"), ("X-CSRFToken", token)]

    def read(self) -> str:
        """Return what needs the operator, as text."""
        text = self._fetch().partition("<main")[2].partition("<h2>Parts")[0]
        return " ".join(html.unescape(TAG.sub(" ", text)).split())

    def wait_for(self, *signs: str) -> str:
        """Wait until the page says all of it, and return its text."""
        read = ""

        def has_all() -> bool:
            nonlocal read
            read = self.read()
            return all(sign in read for sign in signs)

        wait_until(has_all, f"the page does not say {signs}: {read}", 2 * MOST_SECONDS, every=1)
        return read

    def wait_until_gone(self, sign: str) -> None:
        """Wait until the page does not say it any longer."""
        wait_until(lambda: sign not in self.read(), f"the page goes on to say {sign}", MOST_SECONDS, every=1)

    def press(self, button: str) -> None:
        """Send the form with this button."""
        page = self._fetch()
        form = re.search(rf'<form method="post" action="([^"]+)">(?:(?!</form>).)*{button}', page, re.DOTALL)
        assert form, page
        self._browser.open(f"{self.address}{form[1]}", b"", timeout=60).read()

    def _fetch(self) -> str:
        return join_lines(self._browser.open(f"{self.address}/operators/", timeout=60).read().decode())


@dataclass
class Day:
    """A site whose operator looks at one page, and the report of how soon it says what."""

    stage: Stage
    disk: SmallDisk
    page: Page
    report: Report

    def expect(self, what: str, *signs: str, since: float | None = None) -> None:
        """Require the page to say it within two minutes of now, or of a moment before."""
        began = time.monotonic() if since is None else since
        self.page.wait_for(*signs)
        self.report.at_most(f"{what}: named after", time.monotonic() - began, MOST_SECONDS, " s")

    def kill_worker(self) -> None:
        kill(self.stage.need_worker(2))
        self.expect("worker killed", "No worker is running.", "Start the worker.", "worker")
        self.stage.start_worker(2)
        self.page.wait_until_gone("No worker is running.")

    def fail_mail(self) -> None:
        """Let the mail server refuse connections, then accept them and never answer."""
        reset(self.page.address, make_user().email)
        self.expect("mail server refuses", "No mail is leaving.", "Connection refused", "Check the mail server")
        with running_mail_server(port=PORT, is_hanging=True) as server:
            reset(self.page.address, make_user().email)
            self.expect("mail server hangs", "No mail is leaving.", "timed out", "Check the mail server")
            server.is_hanging = False
            server.is_over.set()
            Mail.objects.waiting().update(next_try_at=timezone.now())
            self.page.wait_until_gone("No mail is leaving.")

    def fill_disk(self) -> None:
        """Leave a twentieth of the disk free."""
        ballast = self.disk.path / "most"
        usage = os.statvfs(self.disk.path)
        free, size = usage.f_bavail * usage.f_frsize, usage.f_blocks * usage.f_frsize
        with ballast.open("wb") as file:
            for _ in range(int(free - 0.06 * size) >> 20):
                file.write(bytes(1 << 20))
        self.expect("disk nearly full", "is nearly full", "Enlarge the disk", "manage")
        ballast.unlink()
        self.page.wait_until_gone("is nearly full")

    def slow_query(self) -> None:
        with slow_session() as pid:
            self.expect("query slow", f"Slow query: Session {pid}", "pg_sleep", "End the query")
            self.page.press(f"End session {pid}")
            self.page.wait_until_gone(f"Session {pid}")


@script(small={"is_timed": False})
def make_incidents(is_timed: bool = True) -> Report:
    """On a stage of its own, whose files lie on a disk that can be filled."""
    report = Report("R26  five incidents and the operators' page")
    settings = {**SMTP, **({} if is_timed else PATIENT)}
    with small_disk(MEGABYTES) as disk, set_stage(**settings) as stage:
        operator = User.objects.create_superuser("operator@example.org", None)
        page = Page(stage.need_site(1), sign_in(operator))
        stage.need_beat()
        stage.need_worker(2)
        page.wait_for("Nothing needs you.")
        day = Day(stage, disk, page, report)
        day.kill_worker()
        # It takes longest, so the others come meanwhile.
        [worker] = stage.running("worker")
        job, stopped_at = stop_job(worker)
        day.fail_mail()
        day.fill_disk()
        day.slow_query()
        name = f"job {job.pk} of"
        day.expect("job never ends", name, "has made no progress", "Cancel it", since=stopped_at)
        page.press(f"Cancel job {job.pk}")
        page.wait_until_gone(name)
        job.refresh_from_db()
        report.equal("the job that never ended", job.state, Job.State.CANCELLED.value)
        page.wait_for("Nothing needs you.")
    return report


def stop_job(worker: Child) -> tuple[Job, float]:
    """Let the worker begin an import, and stop the process that works on it; return the job and the moment."""
    [preview] = preview_imports(1, 2_000)
    with holding(preview.project):
        job = confirm(preview)
        assert worker.process is not None
        root = psutil.Process(worker.process.pid)

        def find_working() -> list[psutil.Process]:
            return [process for process in root.children(recursive=True) if process.ppid() != root.pid]

        wait_until(lambda: Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).exists(), "the import did not begin")
        wait_until(find_working, "the job has no process")
        for process in find_working():
            process.suspend()
    return job, time.monotonic()


@contextmanager
def slow_session() -> Iterator[int]:
    """Run a query for minutes, and give the number of its session."""
    values = connection.get_connection_params()
    known = {name: values[name] for name in ("dbname", "user", "password", "host", "port")}
    with closing(psycopg2.connect(**known)) as session:
        ended: list[psycopg2.Error] = []

        def run(execute: Callable[[str], None]) -> None:
            try:
                execute("SELECT pg_sleep(600)")
            except psycopg2.Error as error:
                ended.append(error)

        thread = threading.Thread(target=run, args=[session.cursor().execute], daemon=True)
        thread.start()
        yield session.info.backend_pid
        thread.join(MOST_SECONDS)
        assert ended, "nobody ended the query"


if __name__ == "__main__":
    make_incidents.main()
