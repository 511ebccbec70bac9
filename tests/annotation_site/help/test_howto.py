"""Every block of commands in docs/howto runs as written, in a folder that holds the checkout and nothing else.

Blocks that need the network, for data of others or a program to install, say so in the paragraph before them.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.settings import ROOT

# A block with the paragraph before it; the pages of the client are run by tests/clients/test_guide.py against a site.
BLOCK = re.compile(r"((?:[^\n]+\n)+)\n```(?:sh|console)\n((?:[^\n]*\n)+?)```")
PAGES = [path for path in sorted((ROOT / "docs" / "howto").glob("*.md")) if path.stem != "client"]
BLOCKS = [
    (path.stem, before, block) for path in PAGES for before, block in BLOCK.findall(path.read_text(encoding="utf-8"))
]
OFFLINE = [(page, block) for page, before, block in BLOCKS if "*Network" not in before]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a folder of links to what is in the repository, in which commands write what they write."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith(".") and entry.name not in ("var", "staticfiles"):
            (tmp_path / entry.name).symlink_to(entry)
    return tmp_path


@pytest.mark.parametrize(("page", "block"), OFFLINE)
def test_a_block_of_commands_runs_as_written(checkout: Path, page: str, block: str) -> None:
    commands = re.sub(r"^\$ ", "", block, flags=re.MULTILINE)
    # The Python of `make run`; nobody answers at the address of a database, and none is needed.
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    shell = ["bash", "-euo", "pipefail", "-c", commands]
    done = subprocess.run(shell, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(checkout.glob("spans.en"))


def test_pages_have_blocks_that_run_and_name_those_that_do_not() -> None:
    assert {page for page, _ in OFFLINE} == {"idioms", "labels", "nctti", "wags"}
    assert len(OFFLINE) >= 9
    for page, before, _ in BLOCKS:
        assert before.strip(), f"{page}: a block without a sentence before it"
