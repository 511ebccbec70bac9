"""The editor's rules (static/alignment/readings/model/), run where they live: in a browser."""

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import Chromium

STATIC = Path(__file__).parents[3] / "static"
# Four words against three; "a" is linked, "d" is marked.
SETTING = """
const ROOT = "/alignment/readings";
const names = ["state", "changes", "history", "link-groups", "suggestions"];
const parts = names.map((name) => import(`${ROOT}/model/${name}.js`));
const state = Object.assign({}, ...(await Promise.all(parts)));
const cells = await import(`${ROOT}/model/cells.js`);
const find = await import(`${ROOT}/model/find.js`);
const display = await import(`${ROOT}/views/display.js`);
const moves = await import(`${ROOT}/model/moves.js`);
const keys = await import(`${ROOT}/controls/keys.js`);
const words = await import(`${ROOT}/views/words.js`);
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
        """Log nothing: requests for scripts would only clutter a test's output."""


@pytest.fixture(scope="module")
def run(chromium: Chromium) -> Iterator[Callable[[str], Any]]:
    """Run a piece of JavaScript after SETTING and return its result."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietFiles, directory=STATIC))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = chromium.browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/site/favicon.svg")
    yield lambda code: page.evaluate("async () => {" + SETTING + code + "}")
    page.close()
    server.shutdown()
    server.server_close()
