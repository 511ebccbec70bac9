"""Every name that one of our templates uses is in its context."""

import re
from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template import Engine, engines
from django.template.base import Parser

from tests.running.undefined_variables import TEMPLATES, GivenExpression

ROOT = Path(TEMPLATES).parent
APPS = settings.OWN_APPS
OF_DJANGO = {"True", "False", "None", "request", "user", "messages", "csrf_token", "forloop", "block"}
# Keys and keyword arguments in Python; in templates what `with`, `include`, `for` and `as` bind.
IN_PYTHON = re.compile(r"""["\'](\w+)["\']|\b(\w+)=|^    (\w+):|def (\w+)""", re.MULTILINE)
IN_TEMPLATES = re.compile(r"\b(\w+)=|\bas (\w+)")
LOOP = re.compile(r"{% for ([\w, ]+) in ")


def read_names(pattern: re.Pattern[str], paths: list[Path]) -> set[str]:
    return {name for path in paths for found in pattern.finditer(path.read_text()) for name in found.groups() if name}


def test_every_name_in_a_template_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    templates = sorted(Path(TEMPLATES).rglob("*.*"))
    # allauth's views render some of our templates.
    folders = [*(ROOT / app for app in APPS), Path(allauth.__file__).parent]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    loops = {name for found in read_names(LOOP, templates) for name in re.findall(r"\w+", found)}
    given = OF_DJANGO | loops | read_names(IN_PYTHON, sources) | read_names(IN_TEMPLATES, templates)
    used: set[tuple[str, str]] = set()

    def record(parser: Parser, token: str) -> GivenExpression:
        expression = GivenExpression(token, parser)
        if expression.is_var and expression.var.lookups:
            used.add((expression.template, expression.var.lookups[0]))
        return expression

    monkeypatch.setattr(Parser, "compile_filter", record)
    known: Engine = engines["django"].engine
    # Without the loader that keeps what it compiled.
    engine = Engine(dirs=[TEMPLATES], app_dirs=True, debug=True, libraries=known.libraries, builtins=known.builtins)
    for path in templates:
        engine.get_template(str(path.relative_to(TEMPLATES)))
    assert len(used) > 1_000
    unknown = sorted(f"{template}: {name}" for template, name in used if name not in given)
    assert not unknown, "nobody gives these: " + ", ".join(unknown)
