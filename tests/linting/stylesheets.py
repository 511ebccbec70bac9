"""A linter of style sheets: `python -m tests.linting.stylesheets FOLDER`.

The linters of CSS need Node's registry, which not every machine reaches. This one parses with tinycss2 and finds what
browsers pass over in silence: what is no CSS, a declaration twice in a block, a variable that nobody sets, and a class
or an id that nothing in the templates, scripts and code mentions.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import tinycss2

from annotation_site.settings.deployment import OWN_APPS as APPS

ROOT = Path(__file__).parents[2]
PLACES = ("templates/**/*.html", "static/**/*.js", *(f"{app}/**/*.py" for app in APPS))
HAS_RULES = {"media", "supports", "layer", "container"}
WORD = re.compile(r"[\w-]+")
# The beginning of a name that a template or script completes: `is-{{ state }}`, `matrix-${kind}`.
BEGINNING = re.compile(r"([\w-]+-)(?=\{\{|\$\{)")
# Names that libraries give: htmx while a request is under way, Django's forms to their fields.
BEGINNINGS_OF_LIBRARIES = {"htmx-", "id_"}


def parse_rules(text: str) -> Iterator[Any]:
    """Give the rules of a sheet, those inside of @media and its like as well, and parse errors where they stand."""
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        yield from open_rule(rule)


def open_rule(rule: Any) -> Iterator[Any]:
    """Give a rule and those inside of it."""
    yield rule
    if rule.type == "at-rule" and rule.lower_at_keyword in HAS_RULES and rule.content:
        for inner in tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True):
            yield from open_rule(inner)


def walk(tokens: Iterable[Any]) -> Iterator[Any]:
    """Give tokens and those inside of their brackets."""
    for token in tokens:
        yield token
        yield from walk(getattr(token, "content", None) or getattr(token, "arguments", None) or ())


def find_names(prelude: Sequence[Any]) -> Iterator[tuple[str, int]]:
    """Give the classes and ids of a selector."""
    tokens = list(walk(prelude))
    for before, token in pairwise([None, *tokens]):
        if token.type == "hash" or (token.type == "ident" and before is not None and before == "."):
            yield token.value, token.source_line


def check_block(content: Sequence[Any], variables: set[str]) -> Iterator[tuple[int, str]]:
    """Find faults of one block of declarations."""
    seen: dict[str, str] = {}
    for each in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if each.type == "error":
            yield each.source_line, each.message
        if each.type != "declaration":
            continue
        value = tinycss2.serialize(each.value).strip()
        if not value:
            yield each.source_line, f"{each.name} has no value"
        if seen.get(each.name) == value:
            yield each.source_line, f"{each.name}: {value} stands here twice"
        seen[each.name] = value
        for token in walk(each.value):
            if token.type == "function" and token.lower_name == "var":
                name = next(argument.value for argument in token.arguments if argument.type == "ident")
                has_fallback = any(argument == "," for argument in token.arguments)
                if name not in variables and not has_fallback:
                    yield each.source_line, f"{name} is set nowhere"


def check(text: str, variables: set[str], mentioned: "Mentioned") -> Iterator[tuple[int, str]]:
    """Find faults of one sheet, by line."""
    for rule in parse_rules(text):
        if rule.type == "error":
            yield rule.source_line, rule.message
        elif rule.type == "qualified-rule":
            if not rule.content or all(token.type in ("whitespace", "comment") for token in rule.content):
                yield rule.source_line, "an empty rule"
            yield from check_block(rule.content, variables)
            for name, line in find_names(rule.prelude):
                if not mentioned.has(name):
                    yield line, f"nothing mentions {name}"


class Mentioned:
    """Every word of templates, scripts and code, and the beginnings of those put together from parts."""

    def __init__(self) -> None:
        texts = [path.read_text("utf-8") for pattern in PLACES for path in ROOT.glob(pattern)]
        self.words = {word for text in texts for word in WORD.findall(text)}
        self.beginnings = BEGINNINGS_OF_LIBRARIES | {word for text in texts for word in BEGINNING.findall(text)}

    def has(self, name: str) -> bool:
        """Tell whether something can carry this class or id."""
        return name in self.words or name.startswith(tuple(self.beginnings))


def find_variables(sheets: Iterable[str]) -> set[str]:
    """Give the variables that sheets and scripts set; scripts put the dashes before names of their own."""
    scripts = {word for path in ROOT.glob("static/**/*.js") for word in WORD.findall(path.read_text("utf-8"))}
    set_by_sheets = {name for text in sheets for name in re.findall(r"(--[\w-]+)\s*:", text)}
    return set_by_sheets | scripts | {f"--{word}" for word in scripts}


def main(folders: Sequence[str]) -> int:
    """Print every fault, and return 1 where there is one."""
    sheets = {path: path.read_text("utf-8") for folder in folders for path in sorted(Path(folder).rglob("*.css"))}
    variables, mentioned = find_variables(sheets.values()), Mentioned()
    faults = [(path, line, fault) for path, text in sheets.items() for line, fault in check(text, variables, mentioned)]
    for path, line, fault in faults:
        print(f"{path}:{line}: {fault}")
    print(f"{len(sheets)} style sheets, {len(faults)} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["static"]))
