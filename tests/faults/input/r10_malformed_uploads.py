"""R10: thousands of malformed files through every way in; each is taken in or answered by a sentence, soon, and never
by a fault of ours.

Two people hand them in through the web server, each waiting for the job of one before sending the next; a worker of two
processes works. Seconds are those of the job, from claim to end. Meanwhile 32 half-sent requests are open.
"""

import http.client
import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
from django.db import connection

from annotation_site.jobs.models import Job
from annotation_site.own_account.services import create_token
from tests.evaluation.translated import make_test_set
from tests.scripts.bad_input.half_sent import half_sent_requests
from tests.scripts.bad_input.malformed import spoil
from tests.scripts.bad_input.seeds import Seed, list_seeds
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager, make_projects
from tests.servers import wait_until

SEED = 20261121
HALF_SENT = 32
OUR_FAULT = "failed because of a server error"


@dataclass
class Tally:
    """The outcomes of one person's files."""

    outcomes: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    faults: list[str] = field(default_factory=list)


class Sender:
    """One person with a token, a project of each kind and a test set, who uploads files."""

    def __init__(self, number: int, address: str) -> None:
        manager = make_manager()
        self.projects = make_projects(manager)
        self.test_set = make_test_set(self.projects["evaluation"]).pk
        self._token = create_token(user=manager, name="R10", scope="write", days=1)[1]
        self._address = urlsplit(address).netloc
        self._chance = random.Random(SEED + number)
        self.tally = Tally()

    def send_all(self, files: int) -> None:
        """Spoil and send the seeds in turn."""
        try:
            seeds = list_seeds()
            for number in range(files):
                seed = seeds[number % len(seeds)]
                self._send(seed, [(name, spoil(data, self._chance)) for name, data in seed.files])
        finally:
            connection.close()

    def _send(self, seed: Seed, files: list[tuple[str, bytes]]) -> None:
        path = f"/api/v1/projects/{self.projects[seed.kind].slug}/"
        body = {**seed.body, "request_id": str(uuid4())}
        body |= {key: uuid4().hex[:20] for key, value in body.items() if value == "@"}
        if seed.upload:
            answers = [self._post(f"{path}uploads/", *form({}, file)) for file in files]
            if refused := [answer for answer in answers if answer[0] != 201]:
                self._note(seed, *refused[0])
                return
            keys = [answer[1]["id"] for answer in answers]
            body |= refer(seed.upload, keys)
            status, answer = self._post(path + seed.path, json.dumps(body).encode(), "application/json")
        else:
            where = path + seed.path.format(test_set=self.test_set)
            status, answer = self._post(where, *form(body, files[0]))
        self._note(seed, status, answer)

    def _note(self, seed: Seed, status: int, answer: Any) -> None:
        if status != 202:
            outcome = "refused at once" if 400 <= status < 500 else f"answered {status}"
            self.tally.outcomes[outcome] += 1
            if outcome != "refused at once":
                self.tally.faults.append(f"{seed.name}: {status} {answer}")
            return
        job = self._wait_for(answer["id"])
        assert job.started_at and job.finished_at
        self.tally.longest = max(self.tally.longest, (job.finished_at - job.started_at).total_seconds())
        if OUR_FAULT in job.error or not (job.error or job.state == Job.State.SUCCEEDED):
            self.tally.outcomes["a fault of ours"] += 1
            self.tally.faults.append(f"{seed.name}: job {job.pk} {job.state} {job.error}")
        else:
            self.tally.outcomes["read" if job.state == Job.State.SUCCEEDED else "failed with a sentence"] += 1

    def _wait_for(self, key: int) -> Job:
        job = Job.objects.get(pk=key)

        def is_over() -> bool:
            job.refresh_from_db()
            return job.is_finished

        wait_until(is_over, f"{job.kind}, job {key}, did not end", seconds=60)
        return job

    def _post(self, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        line = http.client.HTTPConnection(self._address, timeout=60)
        try:
            line.request("POST", path, body, {"Content-Type": kind, "Authorization": f"Bearer {self._token}"})
            answer = line.getresponse()
            data = answer.read()
        finally:
            line.close()
        is_json = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(data) if is_json else data[:200]


def form(fields: dict[str, Any], file: tuple[str, bytes]) -> tuple[bytes, str]:
    """Return a form with a file, as browsers send it, and its content type."""
    edge = uuid4().hex
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{file[0]}"\r\n\r\n'.encode()
    return b"".join([*parts, head, file[1], f"\r\n--{edge}--\r\n".encode()]), f"multipart/form-data; boundary={edge}"


def refer(part: str, keys: list[int]) -> dict[str, Any]:
    """Return the uploads by the names of the request's parts."""
    if part == "@":
        return {"phrases": keys[0], "uploads": keys[1:]}
    return {part: keys if part == "uploads" else keys[0]}


@script(small={"files": len(list_seeds()), "people": 1, "is_timed": False})
def upload_malformed(stage: Stage, files: int = 10_000, people: int = 2, is_timed: bool = True) -> Report:
    worker, address = stage.need_worker(people), stage.need_site()
    senders = [Sender(number, address) for number in range(people)]
    assert worker.process is not None
    root = psutil.Process(worker.process.pid)
    if is_timed:  # the libraries that reading needs are in memory before it is looked at
        for sender in senders:
            sender.send_all(len(list_seeds()))
    before = largest(root)
    threads = [threading.Thread(target=sender.send_all, args=[files // people]) for sender in senders]
    with half_sent_requests(address, HALF_SENT) as half_sent:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    growth = (largest(root) - before) / 1e6
    outcomes = sum((sender.tally.outcomes for sender in senders), Counter[str]())
    faults = [fault for sender in senders for fault in sender.tally.faults]
    report = Report(f"R10  {files:,} malformed files in {len(list_seeds())} ways")
    report.at_least("files answered", sum(outcomes.values()), files)
    for outcome, count in outcomes.most_common():
        report.note(outcome, f"{count:,}")
    report.at_least("half-sent requests beside them", half_sent.begun, HALF_SENT)
    report.note("of these answered, reset", f"{half_sent.answered:,}, {half_sent.reset:,}")
    report.equal("faults of ours", len(faults), 0)
    longest = round(max(sender.tally.longest for sender in senders), 2)
    # Among other tests, and with libraries to be loaded first, seconds promise nothing.
    if is_timed:
        report.at_most("longest job", longest, 2, " s")
    else:
        report.note("longest job", f"{longest:.1f} s")
    report.at_most("growth of a worker's process", round(growth), 200, " MB")
    for fault in faults[:20]:
        report.note("fault", fault)
    return report


def largest(root: psutil.Process) -> int:
    """Resident size of the largest process of the worker, in bytes."""
    return max(child.memory_info().rss for child in root.children(recursive=True))


if __name__ == "__main__":
    upload_malformed.main()
