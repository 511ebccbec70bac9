"""doccano (MIT): its web server and worker with their defaults, on our PostgreSQL, as it recommends for many people.

What comes nearest to a link is a span: one label on some characters, saved by one request.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
from django.db import connection

from tests.benchmarks.peers.environments import Environment, Processes
from tests.benchmarks.peers.tools import PASSWORD, Annotator, Browser, Pair, Tool, poll
from tests.running.databases import drop_database, on_server
from tests.scripts.clients import Person
from tests.servers import free_port

# Newer ones of these two are accepted by its metadata, and fail when it starts.
ENVIRONMENT = Environment("doccano", ("doccano==1.8.4", "marshmallow<4", "numpy<2", "psycopg2-binary"))
DATABASE = "interlinea_peer_doccano"
TASK = "SequenceLabeling"
LABEL_WIDTH = 3


class Labeller(Annotator):
    """An annotator who labels words."""

    def __init__(self, person: Person, project: str, label: int) -> None:
        super().__init__(person)
        self.at, self.label = f"/v1/projects/{project}/examples", label
        self.offset, self.start, self.example, self.length = -1, 0, 0, 0

    async def ask_for_next(self) -> None:
        self.offset, self.start = self.offset + 1, 0
        _, page = await self.person.get(f"{self.at}?limit=1&offset={self.offset}&q=&confirmed=")
        [example] = page["results"]
        self.example, self.length = example["id"], len(example["text"])
        status, _ = await self.person.get(f"{self.at}/{self.example}/spans")
        assert status == 200

    async def save(self) -> None:
        self.start = (self.start + 1) % (self.length - LABEL_WIDTH)
        span = {"start_offset": self.start, "end_offset": self.start + LABEL_WIDTH, "label": self.label}
        status, answer = await self.person.post(f"{self.at}/{self.example}/spans", span)
        assert status == 201, answer

    async def submit(self) -> None:
        status, answer = await self.person.post(f"{self.at}/{self.example}/states", {})
        assert status == 201, answer


class Doccano(Tool):
    """doccano, over the API of its pages."""

    name = "doccano"
    version = "1.8.4"

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "doccano"

    def start(self, stack: ExitStack) -> None:
        ENVIRONMENT.install()
        backend = str(ENVIRONMENT.find("backend"))
        on_server("DROP DATABASE IF EXISTS {}", DATABASE)
        on_server("CREATE DATABASE {}", DATABASE)
        stack.callback(drop_database, DATABASE)
        self._folder.mkdir()
        self._processes = stack.enter_context(Processes(ENVIRONMENT, self._folder, self._variables()))
        self._processes.run("doccano", "init")
        self._processes.run("doccano", "createuser", "--username", "admin", "--password", PASSWORD)
        # What `doccano webserver` and `doccano task` start, on this machine's own address only.
        port, self._web_processes = free_port(), 2 * (psutil.cpu_count() or 1) + 1
        self._processes.start("celery", "--app=config", f"--workdir={backend}", "worker", "--concurrency=2")
        web = ("--chdir", backend, "--bind", f"127.0.0.1:{port}", "--workers", str(self._web_processes), "config.wsgi")
        self.browser = Browser(f"http://127.0.0.1:{port}")
        self._processes.serve(f"{self.browser.address}/v1/health/", "gunicorn", *web)
        self.started_as = f"{self._web_processes} web processes, 2 worker processes, PostgreSQL"
        self.browser.post("/v1/auth/login/", username="admin", password=PASSWORD)

    def import_pairs(self, pairs: Sequence[Pair]) -> str:
        return self._import("TextLine", "".join(f"{source}\t{target}\n" for source, target in pairs))

    def add_annotators(self, project: str, number: int) -> Sequence[Annotator]:
        style = {"prefix_key": None, "suffix_key": "s", "background_color": "#000000", "text_color": "#ffffff"}
        label = self.browser.post(f"/v1/projects/{project}/span-types", text="S", **style)
        [role] = [row["id"] for row in self.browser.get_json("/v1/roles") if row["name"] == "annotator"]
        made = []
        for place in range(number):
            name = f"annotator{project}x{place}"
            user = self.browser.post("/v1/users/create", username=name, password1=PASSWORD, password2=PASSWORD)
            self.browser.post(f"/v1/projects/{project}/members", user=user["id"], role=role)
            own = Browser(self.browser.address)
            own.post("/v1/auth/login/", username=name, password=PASSWORD)
            made.append(Labeller(Person(self.browser.address, own.cookie("sessionid")), project, label["id"]))
        return made

    def import_annotated(self, pairs: Sequence[Pair]) -> str:
        lines = [{"text": source, "label": _label_words(source)} for source, _ in pairs]
        return self._import("JSONL", "".join(json.dumps(line) + "\n" for line in lines))

    def export(self, project: str) -> bytes:
        """Return its zip of lines of JSON, a file for each annotator."""
        at = f"/v1/projects/{project}/download"
        self._wait(task := self.browser.post(at, format="JSONL", exportApproved=False)["task_id"])
        return self.browser.get(f"{at}?taskId={task}")

    def processes(self) -> Sequence[int]:
        return [child.process.pid for child in self._processes.children if child.is_alive and child.process]

    def _variables(self) -> Mapping[str, str]:
        values = connection.settings_dict
        server = f"{values['USER']}:{values['PASSWORD']}@{values['HOST']}:{values['PORT']}"
        return {
            "DATABASE_URL": f"postgresql://{server}/{DATABASE}?sslmode=disable",
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "DOCCANO_HOME": str(self._folder),
            "MEDIA_ROOT": str(self._folder / "media"),
            "DEBUG": "False",
        }

    def _import(self, file_format: str, content: str) -> str:
        """Import into a new project; it has no preview."""
        options: dict[str, Any] = dict.fromkeys(("random_order", "collaborative_annotation", "grapheme_mode"), False)
        options |= {"single_class_classification": False, "use_relation": False, "allow_overlapping": True, "tags": []}
        named = {"name": "Peers", "description": "Peers", "guideline": "", "project_type": TASK}
        project = self.browser.post("/v1/projects", resourcetype=f"{TASK}Project", **named, **options)["id"]
        upload = self.browser.upload("/v1/fp/process/", "filepond", "text.txt", content).decode()
        columns = {"column_data": "text", "column_label": "label", "delimiter": "", "encoding": "Auto"}
        wanted = {"format": file_format, "task": TASK, "uploadIds": [upload], **columns}
        done = self._wait(self.browser.post(f"/v1/projects/{project}/upload", **wanted)["task_id"])
        assert not done["result"]["error"], done
        return str(project)

    def _wait(self, task: str) -> Mapping[str, Any]:
        return poll(lambda: self.browser.get_json(f"/v1/tasks/status/{task}"), lambda answer: bool(answer["ready"]))


def _label_words(text: str) -> list[tuple[int, int, str]]:
    labels, start = [], 0
    for word in text.split(" "):
        labels.append((start, start + len(word), "S"))
        start += len(word) + 1
    return labels
