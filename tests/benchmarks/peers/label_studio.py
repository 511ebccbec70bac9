"""Label Studio (Apache-2.0): `label-studio start`, on the SQLite that it comes with.

Its pages save a draft of all labels of the open text after each change.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.benchmarks.peers.environments import Environment, Processes
from tests.benchmarks.peers.tools import PASSWORD, WORDS, Annotator, Browser, Pair, Tool
from tests.scripts.clients import Person
from tests.servers import free_port

ENVIRONMENT = Environment("label-studio", ("label-studio==1.23.2",))
MANAGER = "manager@example.org"
CONFIGURATION = """<View><Labels name="label" toName="source"><Label value="S"/></Labels>
<Text name="source" value="$source"/><Text name="target" value="$target"/></View>"""


class Labeller(Annotator):
    """An annotator who labels words."""

    def __init__(self, person: Person, project: str) -> None:
        super().__init__(person)
        self.project = project
        self.task = self.draft = self.saves = 0

    async def ask_for_next(self) -> None:
        status, task = await self.person.get(f"/api/projects/{self.project}/next/")
        assert status == 200, task
        self.task, self.draft, self.saves = task["id"], 0, 0

    async def save(self) -> None:
        """Save the draft: with one label more each time, and anew after the last word."""
        labels = [_label(place, place) for place in range(self.saves % WORDS + 1)]
        body = {"result": labels, "lead_time": 1.0 + self.saves}
        if self.draft:
            status, answer = await self.person.patch(f"/api/drafts/{self.draft}/", body)
        else:
            status, answer = await self.person.post(f"/api/tasks/{self.task}/drafts?project={self.project}", body)
        assert status in (200, 201), answer
        self.draft, self.saves = answer["id"], self.saves + 1

    async def submit(self) -> None:
        body = {"result": [_label(place, place) for place in range(WORDS)], "draft_id": self.draft, "lead_time": 9.0}
        status, answer = await self.person.post(f"/api/tasks/{self.task}/annotations/?project={self.project}", body)
        assert status == 201, answer


class LabelStudio(Tool):
    """Label Studio, over the API of its pages."""

    name = "Label Studio"
    version = "1.23.2"
    started_as = "1 web process with threads, SQLite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "label-studio"
        self._people = 0

    def start(self, stack: ExitStack) -> None:
        ENVIRONMENT.install()
        self._folder.mkdir()
        self._processes = stack.enter_context(Processes(ENVIRONMENT, self._folder, self._variables()))
        self._processes.run("label-studio", "init", "Peers", "--username", MANAGER, "--password", PASSWORD)
        port = free_port()
        self.browser = Browser(f"http://127.0.0.1:{port}")
        serve = ("start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port))
        self._processes.serve(f"{self.browser.address}/health", "label-studio", *serve)
        self.browser.sign_in("/user/login/", email=MANAGER, password=PASSWORD)

    def import_pairs(self, pairs: Sequence[Pair]) -> str:
        lines = "".join(f"{source}\t{target}\n" for source, target in pairs)
        return self._import("text.tsv", f"source\ttarget\n{lines}")

    def add_annotators(self, project: str, number: int) -> Sequence[Annotator]:
        made: list[Annotator] = []
        for _ in range(number):
            self._people += 1
            own = Browser(self.browser.address)
            session = own.sign_in("/user/signup/", email=f"annotator{self._people}@example.org", password=PASSWORD)
            made.append(Labeller(Person(self.browser.address, session), project))
        return made

    def import_annotated(self, pairs: Sequence[Pair]) -> str:
        labels = [_label(place, place) for place in range(WORDS)]
        tasks = [
            {"data": {"source": source, "target": target}, "annotations": [{"result": labels}]}
            for source, target in pairs
        ]
        return self._import("tasks.json", json.dumps(tasks))

    def export(self, project: str) -> bytes:
        """Return its JSON."""
        return self.browser.get(f"/api/projects/{project}/export?exportType=JSON")

    def processes(self) -> Sequence[int]:
        return [child.process.pid for child in self._processes.children if child.is_alive and child.process]

    def _variables(self) -> Mapping[str, str]:
        # Nothing is sent to anybody: no telemetry, no search for a newer version.
        off = dict.fromkeys(("COLLECT_ANALYTICS", "LATEST_VERSION_CHECK"), "false")
        reports = dict.fromkeys(("SENTRY_DSN", "FRONTEND_SENTRY_DSN"), "")
        return {
            **off,
            **reports,
            "DJANGO_DB": "sqlite",
            "DJANGO_SETTINGS_MODULE": "core.settings.label_studio",
            "LABEL_STUDIO_BASE_DATA_DIR": str(self._folder),
        }

    def _import(self, name: str, content: str) -> str:
        """Upload, which shows what was found, and import that into a new project, as its page does."""
        project = self.browser.post("/api/projects/", title="Peers", label_config=CONFIGURATION)["id"]
        at = f"/api/projects/{project}"
        found: Any = json.loads(self.browser.upload(f"{at}/import?commit_to_project=false", "file", name, content))
        wanted = {"file_upload_ids": found["file_upload_ids"], "files_as_tasks_list": True}
        imported = self.browser.post(f"{at}/reimport", **wanted)
        assert imported["task_count"] == found["task_count"], imported
        return str(project)


def _label(number: int, start: int) -> dict[str, Any]:
    value = {"start": start, "end": start + 1, "text": "w", "labels": ["S"]}
    return {"id": f"label{number}", "from_name": "label", "to_name": "source", "type": "labels", "value": value}
