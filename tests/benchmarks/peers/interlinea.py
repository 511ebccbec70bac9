"""Interlinea: the web server and the worker of `make run`."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

from django.conf import settings

from annotation_site.projects.models import Project
from tests.benchmarks.exports import fill
from tests.benchmarks.peers.tools import WORDS, Annotator, Browser, Pair, Tool, poll
from tests.factories import make_project
from tests.scripts.clients import Person, make_annotators, sign_in
from tests.scripts.stage import Stage
from tests.scripts.work import make_manager


class Aligner(Annotator):
    """An annotator who draws links."""

    def __init__(self, person: Person, slug: str) -> None:
        super().__init__(person)
        self.slug = slug
        self.assignment = self.version = 0

    async def ask_for_next(self) -> None:
        state = await self.person.next_pair(self.slug)
        assert state is not None, "no pair is left"
        self.assignment, self.version = state["assignment"], state["version"]

    async def save(self) -> None:
        self.version = await self.person.draw(self.assignment, self.version, WORDS)

    async def submit(self) -> None:
        assert await self.person.submit(self.assignment, self.version) == 200


class Interlinea(Tool):
    """Our own site, over its API."""

    name = "Interlinea"

    def __init__(self, stage: Stage, workers: int) -> None:
        self._stage, self._workers = stage, workers
        self.started_as = f"2 web processes × 8 threads, {workers} worker process{'es' * (workers > 1)}, PostgreSQL"
        self._manager = make_manager()
        self.version = settings.VERSION

    def start(self, stack: ExitStack) -> None:
        """Use the processes of the stage, which ends them."""
        address = self._stage.need_site()
        self._stage.need_worker(self._workers)
        self.browser = Browser(address, sign_in(self._manager))

    def import_pairs(self, pairs: Sequence[Pair]) -> str:
        slug = make_project(self._manager, annotators_per_item=1).slug
        at = f"/api/v1/projects/{slug}"
        text = "".join(f"{source}\t{target}\n" for source, target in pairs)
        upload = json.loads(self.browser.upload(f"{at}/uploads/", "file", "text.tsv", text))
        wanted = {"uploads": [upload["id"]], "format": "tsv", "tokens": "spaces", "request_id": str(uuid4())}
        preview = self._wait(at, self.browser.post(f"{at}/imports/", **wanted))
        self._wait(at, self.browser.post(f"{at}/imports/{preview['id']}/confirm/"))
        return slug

    def add_annotators(self, project: str, number: int) -> Sequence[Annotator]:
        members = make_annotators(Project.objects.get(slug=project), number)
        return [Aligner(Person(self.browser.address, sign_in(member.user)), project) for member in members]

    def import_annotated(self, pairs: Sequence[Pair]) -> str:
        """Store pairs as large as these with two readings each, one of which is more than the peers have."""
        project = make_project(self._manager)
        fill(project, make_annotators(project, 2), len(pairs))
        return str(project.slug)

    def export(self, project: str) -> bytes:
        """Return a release: gold, readings, agreement and hashes."""
        at = f"/api/v1/projects/{project}"
        job = self._wait(at, self.browser.post(f"{at}/releases/", request_id=str(uuid4())))
        return self.browser.get(f"{at}/releases/{job['result']['release']}/download/")

    def processes(self) -> Sequence[int]:
        children = [*self._stage.running("web"), *self._stage.running("worker")]
        return [child.process.pid for child in children if child.process is not None]

    def _wait(self, at: str, job: Any) -> Any:
        done = poll(
            lambda: self.browser.get_json(f"{at}/jobs/{job['id']}/"),
            lambda row: row["state"] not in ("queued", "running"),
        )
        assert done["state"] == "succeeded", done
        return done
