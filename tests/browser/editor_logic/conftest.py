"""The editor's rules (static/annotate/state.js and its neighbours), run where they live: in a browser."""

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

STATIC = Path(__file__).parents[3] / "static"
# Four words against three; "a" is linked, "d" is marked.
SETTING = """
const parts = ["state", "changes", "history", "units", "suggestions"].map((name) => import(`/annotate/${name}.js`));
const state = Object.assign({}, ...(await Promise.all(parts)));
const cells = await import("/annotate/cells.js");
const find = await import("/annotate/find.js");
const display = await import("/annotate/display.js");
const moves = await import("/annotate/moves.js");
const keys = await import("/annotate/keys.js");
const words = await import("/annotate/words.js");
const model = state.createModel({
  scope: "full", links: [[0, 0, "S"], [1, 0, "P"]],
  source: {tokens: ["a", "b", "c", "d"], targets: [2]}, target: {tokens: ["x", "y", "z"], targets: []},
  unaligned: {source: [3], target: []}, history: {done: [], undone: []},
});
const links = (of = model) => [...of.links.values()].map((link) => [link.source, link.target, link.label]).sort();
const marks = (of = model) => [[...of.unaligned.source].sort(), [...of.unaligned.target].sort()];
"""


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Requests for scripts are not worth a line in the test's output."""


@pytest.fixture(scope="module")
def run(chromium: Browser) -> Iterator[Callable[[str], Any]]:
    """Runs a piece of JavaScript after SETTING and gives what it returns."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietFiles, directory=STATIC))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/favicon.svg")
    yield lambda code: page.evaluate("async () => {" + SETTING + code + "}")
    page.close()
    server.shutdown()
    server.server_close()
