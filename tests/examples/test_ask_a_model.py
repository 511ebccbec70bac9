"""The client of docs/examples, run against the site and a stand-in for a language model."""

import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from annotation_site.machines.models import MachineAnswer
from tests.annotation_site.machines.making import make_key, make_machine
from tests.factories import make_project
from tests.idiomaticity.making import make_rating_project

CLIENT = Path(__file__).resolve().parents[2] / "docs" / "examples" / "ask_a_model.py"
MODEL_KEY = "key-of-the-endpoint"

pytestmark = pytest.mark.django_db(transaction=True)


class StandIn(BaseHTTPRequestHandler):
    """Answers chat completions with the texts of its server, in order, and keeps what it was asked."""

    server: Any

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, self.headers["Authorization"], asked))
        text = self.server.answers[(len(self.server.asked) - 1) % len(self.server.answers)]
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Keep standard error for the tests."""


@pytest.fixture
def model() -> Iterator[Any]:
    server: Any = HTTPServer(("127.0.0.1", 0), StandIn)
    server.asked, server.answers = [], []
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def run(site: str, model: Any, key: str, *more: str) -> subprocess.CompletedProcess[str]:
    endpoint = f"http://127.0.0.1:{model.server_address[1]}/v1"
    options = ["--site", site, "--endpoint", endpoint, "--model", "stand-in", *more]
    environment = {"INTERLINEA_KEY": key, "MODEL_KEY": MODEL_KEY}
    command = [sys.executable, str(CLIENT), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)


def test_links_are_asked_for_and_sent(live_server: Any, model: Any):
    project = make_project(pairs=3)
    machine = make_machine(project)
    model.answers = ['Here you are:\n```json\n{"sure": "0-0", "possible": "1-2", "confidence": 0.9}\n```']
    done = run(live_server.url, model, make_key(machine))
    assert (done.returncode, done.stderr.strip()) == (0, "3 answers stored, 0 refused.")
    assert MachineAnswer.objects.filter(machine=machine, reading__sure="0-0", confidence=0.9).count() == 3
    path, authorization, asked = model.asked[0]
    assert (path, authorization, asked["model"]) == ("/v1/chat/completions", f"Bearer {MODEL_KEY}", "stand-in")
    assert "0:a 1:black 2:cat" in asked["messages"][1]["content"]
    again = run(live_server.url, model, make_key(machine))
    assert (again.stderr.strip(), len(model.asked)) == ("0 answers stored, 0 refused.", 3)


def test_ratings_are_asked_for_and_what_cannot_be_used_is_told(live_server: Any, model: Any):
    project = make_rating_project()
    machine = make_machine(project)
    model.answers = [
        '{"head": 4, "modifier": 1, "whole": 2, "paraphrases": ["invisible barrier"], "confidence": 0.8}',
        '{"head": 9}',
        "I cannot say.",
        '{"head": 4, "modifier": 1, "whole": 2}',
    ]
    done = run(live_server.url, model, make_key(machine))
    assert done.returncode == 1
    assert "The score of head must be 0 to 5" in done.stderr
    assert "the model gave no JSON object" in done.stderr
    assert MachineAnswer.objects.filter(machine=machine).count() == 3
    content = model.asked[0][2]["messages"][1]["content"]
    assert "Compound: glass ceiling" in content
    assert "Women slowly break through the glass ceiling of the bank." in content
    assert "whole (0 " in content


def test_a_key_that_is_unknown_ends_it_with_the_sentence_of_the_site(live_server: Any, model: Any):
    done = run(live_server.url, model, "no-such-key")
    assert done.returncode == 1
    assert "unknown, revoked or expired" in done.stderr
    assert not model.asked


def test_the_prompt_is_printed_for_the_declaration():
    done = subprocess.run(
        [sys.executable, str(CLIENT), "--prompt", "links"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("You align the words")
