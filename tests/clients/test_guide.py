"""The client's page of the documentation: its commands, its table of options and its script."""

import ast
import re
import shlex
import sys
from pathlib import Path

import pytest

from interlinea.arguments import build_parser
from interlinea.routes import IMPORTS
from tests.clients.conftest import make_token
from tests.deploy.settings import ROOT
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project

GUIDE = (ROOT / "docs" / "howto" / "client.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^interlinea (.+)$", GUIDE, re.MULTILINE)
SOURCE = ROOT / "clients" / "python" / "src"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_is_understood(command: str) -> None:
    words = shlex.split(command.partition(" > ")[0], comments=True)
    assert build_parser().parse_args(words).command == words[0]


def test_the_page_has_every_command() -> None:
    listed = build_parser().format_help()
    shown = {command.split()[0] for command in COMMANDS} | {"logout"}
    assert shown == set(re.findall(r"^    (\w+) +\S", listed, re.MULTILINE))


def test_options_of_the_page_are_taken() -> None:
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", GUIDE, re.MULTILINE)
    named = {name: row for row in rows for name in re.findall(r"`([\w-]+)`", row[0])}
    assert named.keys() == IMPORTS.keys()
    for name, (_, _, previewed, confirmed) in named.items():
        assert set(re.findall(r"`(\w+)`", previewed)) <= set(IMPORTS[name].preview.takes)
        assert set(re.findall(r"`(\w+)`", confirmed)) <= set(IMPORTS[name].confirm.takes)


def test_the_client_imports_nothing_but_what_it_declares() -> None:
    imported: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            imported |= {*names, *([node.module or ""] if isinstance(node, ast.ImportFrom) else [])}
    assert {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names) == {
        "httpx2",
        "interlinea",
        "pandas",
    }


@pytest.mark.django_db(transaction=True)
def test_the_script_of_the_page_runs(
    site: str,
    worker: None,
    outside: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    aligned = make_project(name="Idioms", pairs=1)
    manager = aligned.created_by
    for _ in range(2):
        make_reading(make_member(aligned), "0-0S")
    rated = make_rating_project(manager, name="Compounds")
    make_rating(make_member(rated), 4)
    assert (aligned.slug, rated.slug) == ("idioms", "compounds")
    monkeypatch.setenv("INTERLINEA_SITE", site)
    monkeypatch.setenv("INTERLINEA_TOKEN", make_token(manager))
    monkeypatch.chdir(tmp_path)
    Path("pairs.tsv").write_text("the white dog\til cane bianco\n", encoding="utf-8")
    (script,) = re.findall(r"```python\n(.+?)```", GUIDE, re.DOTALL)
    exec(compile(script, "client.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "idioms 1" in printed
    assert printed.count("0-0\n") == 2
    assert re.search(r"whole +4\.0", printed)
    assert [path.suffix for path in Path("gold").iterdir()] == [".zip"]
