"""The life of an installation, step by step: made, used, updated, scaled, hurt, backed up, and restored elsewhere."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.containers.engine import Stack
from tests.containers.inside import LIST_SAVES, MAKE_PEOPLE, USE_PACKAGES, USED
from tests.containers.installation import Installation
from tests.containers.savers import WORDS, Saver, wait_for_save, working
from tests.containers.site import Visitor
from tests.containers.table import Row, Table

EMAIL = "operator@example.org"
JOB_SECONDS = 120
# A lease of 15 s and a sweep, and time for the work itself.
RECOVERY_SECONDS = 90
# Pairs that one person annotates to the end, so that there is something to release.
SUBMITTED = 3
RESTORED = "restored"


@dataclass
class Trial:
    """An installation, the people at it, and the table of what they met."""

    installation: Installation
    stack: Stack
    table: Table
    people: int
    password: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    slug: str = ""
    savers: list[Saver] = field(default_factory=list)
    manager: Visitor | None = None
    # Saves of people other than the savers.
    others: set[str] = field(default_factory=set)

    def visitor(self, **cookies: str) -> Visitor:
        return Visitor(self.installation.port, self.installation.certificate, cookies)

    def start(self) -> None:
        """Bring all up and make the operator's account, by the commands of the document."""
        with self.table.step("up, all healthy") as row:
            row.seconds = self.stack.up()
            self._weigh(row)
        with self.table.step("operator’s account, sign-in over TLS"):
            command = ("python", "manage.py", "createsuperuser", "--noinput", "--email", EMAIL)
            secret = f"DJANGO_SUPERUSER_PASSWORD={self.password}"
            self.stack.call("run", "--rm", "-T", "-e", secret, "web", *command)
            self.sign_in()

    def sign_in(self) -> None:
        self.manager = self.visitor()
        self.manager.sign_in(EMAIL, self.password)

    def use_image(self) -> None:
        """Ask of the image what it could not do if something were missing that the site uses."""
        with self.table.step("help, plots in 12 scripts, words, tables") as row:
            used = self.stack.inside(USE_PACKAGES)
            different = {name: used.get(name) for name in USED if used.get(name) != USED[name]}
            self.table.require(f"the image cannot do what it should: {different}", is_kept=not different)
            page = self.visitor().get("/help/operating/deployment")
            self.table.require("/help/ has no pages", is_kept=page.status == 200 and "Docker Compose" in page.body)
            version = self.stack.call("exec", "-T", "web", "pg_dump", "--version").strip().splitlines()[-1]
            row.notes.append(version)

    def bring_text(self) -> None:
        """Start a project, import a text, and let people begin at a pair each."""
        with self.table.step("project, import, people") as row:
            settings = {"kind": "alignment", "name": "Cats", "source_language": "en", "target_language": "it"}
            answer = self._manager.post("/api/v1/projects/", {**settings, "annotators_per_item": 1})
            self.slug = self._manager.require(answer, 201)["slug"]
            job = self.import_text(self.people + SUBMITTED)
            row.notes.append(job["result"]["summary"])
            script = MAKE_PEOPLE.format(slug=self.slug, password=self.password, people=self.people)
            for session in self.stack.inside(script):
                visitor = self.visitor(sessionid=session)
                state = visitor.require(visitor.post(f"/api/v1/projects/{self.slug}/next/", {}), 200)
                self.savers.append(Saver(visitor, state["assignment"], state["version"]))

    def import_text(self, pairs: int) -> dict[str, Any]:
        """Import so many pairs and wait until they are there; gives the job."""
        return self.wait_for(self.begin_import(pairs))

    def begin_import(self, pairs: int) -> int:
        """Upload a text, look at its preview and confirm it; gives the number of the job."""
        manager, mark = self._manager, secrets.token_hex(3)
        lines = []
        for row in range(pairs):
            sides = [" ".join(f"{side}{mark}{row}x{word}" for word in range(WORDS)) for side in ("word", "parola")]
            lines.append("\t".join(sides) + "\n")
        address = f"/api/v1/projects/{self.slug}"
        upload = manager.require(manager.send_file(f"{address}/uploads/", "text.tsv", "".join(lines).encode()), 201)
        request = {"request_id": str(uuid4()), "uploads": [upload["id"]], "format": "tsv", "tokens": "spaces"}
        preview = self.wait_for(manager.require(manager.post(f"{address}/imports/", request), 202)["id"])
        confirmation = manager.post(f"{address}/imports/{preview['id']}/confirm/", {"leave_out_rejected": False})
        return int(manager.require(confirmation, 202)["id"])

    def wait_for(self, job: int) -> dict[str, Any]:
        """Wait until a job has succeeded."""
        began = time.monotonic()
        while time.monotonic() - began < JOB_SECONDS:
            answer = self._manager.get(f"/api/v1/projects/{self.slug}/jobs/{job}/")
            state = answer.body["state"] if answer.status == 200 else ""
            if state == "succeeded":
                return dict(answer.body)
            if state in ("failed", "cancelled"):
                raise AssertionError(f"Job {job} {state}: {answer.body['error']}")
            time.sleep(0.2)
        raise AssertionError(f"Job {job} did not end within {JOB_SECONDS} s.")

    def annotate(self) -> None:
        """Let one person sign in with a password, draw links and submit, and the others save for a while."""
        with self.table.step("a person annotates and submits") as row:
            ada = self.visitor()
            ada.sign_in("ada@example.org", self.password)
            for _ in range(SUBMITTED):
                state = ada.require(ada.post(f"/api/v1/projects/{self.slug}/next/", {}), 200)
                address = f"/api/v1/assignments/{state['assignment']}"
                change = {"kind": "set", "links": [[0, 0, "S"], [1, 1, "P"]], "unaligned": []}
                change |= {"operation_id": str(uuid4()), "version": state["version"]}
                saved = ada.require(ada.post(f"{address}/operations/", change), 200)
                end = {"operation_id": str(uuid4()), "version": saved["version"], "mark_rest": True}
                ada.require(ada.post(f"{address}/submit/", end), 200)
            self.others = set(self.stack.inside(LIST_SAVES))
            row.notes.append(f"{SUBMITTED} pairs")
        with self.hurting(f"{self.people} people save") as row:
            time.sleep(5)

    @contextmanager
    def hurting(self, name: str) -> Iterator[Row]:
        """Do something to the containers while people save; judge what they met and what is stored."""
        with self.table.step(name) as row:
            with working(self.savers) as counted:
                wait_for_save(self.savers, 60)
                yield row
                row.notes.append(f"saves again after {wait_for_save(self.savers, 60):.1f} s")
            row.counted = counted
            row.lost = self.count_lost()
            self._weigh(row)
        self.table.judge(row)

    def count_lost(self) -> int:
        """Return how many confirmed saves are not stored so; raise AssertionError for one that nobody made."""
        stored = self.stack.inside(LIST_SAVES)
        lost, known = 0, set()
        for saver in self.savers:
            lost += len(saver.acknowledged.items() - stored.items())
            known |= {*saver.acknowledged, saver.unconfirmed}
        strangers = len(stored.keys() - known - self.others)
        self.table.require(f"{strangers} saves are stored that nobody made", is_kept=strangers == 0)
        return lost

    def update(self, image: str) -> None:
        """Update to another image while people save."""
        with self.hurting("update from the image before") as row:
            self.stack = self.installation.stack(image)
            row.notes.append(f"all healthy after {self.stack.up():.0f} s")

    def release(self) -> None:
        with self.table.step("release, downloaded") as row:
            manager, address = self._manager, f"/api/v1/projects/{self.slug}/releases/"
            request = {"request_id": str(uuid4()), "licence": "CC-BY-4.0"}
            self.wait_for(manager.require(manager.post(address, request), 202)["id"])
            told = manager.require(manager.get(f"{address}1/"), 200)
            content = manager.require(manager.get(f"{address}1/download/"), 200)
            digest = hashlib.sha256(content).hexdigest()
            self.table.require("the release is not the one it says", is_kept=digest in json.dumps(told))
            row.notes.append(f"{len(content) / 1e3:.0f} kB, SHA-256 as stated")

    def scale(self) -> None:
        with self.hurting("web and workers scaled to two") as row:
            self.stack.up("--scale", "web=2", "--scale", "worker=2", "--no-recreate")
            counts = [len(self.stack.containers(service)) for service in ("web", "worker")]
            self.table.require(f"there are {counts} web servers and workers", is_kept=counts == [2, 2])
            row.notes.append("2 and 2")

    def kill_web(self) -> None:
        with self.hurting("one web server killed"):
            self._kill("web")

    def kill_worker(self, pairs: int = 2_000) -> None:
        """Kill a worker while a text is imported."""
        before = self._count_items()
        with self.hurting("one worker killed during an import") as row:
            job = self.begin_import(pairs)
            self._kill("worker")
            ended = self.wait_for(job)
            row.notes.append(f"{ended['result']['summary']}")
        self.table.require("the import is not there once", is_kept=self._count_items() == before + pairs)

    def kill_database(self) -> None:
        with self.hurting("the database killed"):
            self._kill("postgres")

    def back_up(self) -> None:
        with self.table.step("backup inside") as row:
            command = ("python", "manage.py", "back_up", "/backups/trial")
            row.notes.append(self.stack.call("exec", "-T", "web", *command).strip().splitlines()[-1])

    def restore(self, image: str, forget: Callable[[Stack], None]) -> None:
        """Restore into a set of empty volumes, after the first was removed."""
        with self.table.step("restored into empty volumes, signed in") as row:
            forget(self.stack)
            self.stack = self.installation.stack(image, RESTORED)
            self.stack.up("postgres", "redis")
            command = ("python", "manage.py", "restore", "/backups/trial")
            self.stack.call("run", "--rm", "-T", "--no-deps", "web", *command)
            self.stack.up()
            self.sign_in()
            row.lost = self.count_lost()
            self.table.require(f"{row.lost} saves are not in the backup", is_kept=row.lost == 0)
        with self.hurting("people go on where they were"):
            time.sleep(3)

    def _kill(self, service: str) -> None:
        self.stack.kill(service)
        wait_for_save(self.savers, RECOVERY_SECONDS)
        began = time.monotonic()
        while not self.stack.is_well():
            if time.monotonic() - began > RECOVERY_SECONDS:
                raise AssertionError(f"{service} does not come back: {self.stack.tell_states()}")
            time.sleep(0.5)

    def _count_items(self) -> int:
        answer = self._manager.get(f"/api/v1/projects/{self.slug}/")
        return int(self._manager.require(answer, 200)["item_count"])

    def _weigh(self, row: Row) -> None:
        held = self.stack.memory()
        row.memory = sum(held.values())
        row.notes.append(", ".join(f"{service} {size:.0f}" for service, size in held.items() if size > 50))

    @property
    def _manager(self) -> Visitor:
        if self.manager is None:
            raise AssertionError("Nobody has signed in.")
        return self.manager
