"""Finding the texts to translate in code, templates and scripts, and bringing the files of `locale/` up to date.

Babel reads, merges and compiles, so that nobody needs the programs of GNU gettext.
"""

import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_javascript, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template.base import Lexer, Token, TokenType
from django.utils.translation import trim_whitespace

from annotation_site.settings.deployment import OWN_APPS

PYTHON: dict[str, tuple[int, int] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_filled", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_filled", "ngettext_lazy"), (1, 2)),
}
SCRIPTS: dict[str, tuple[int, int] | None] = {"gettext": None, "ngettext": (2, 3)}
FOLDERS = (*OWN_APPS, "templates", "static")
# Neither is text of ours for people.
PASSED_OVER = ("/migrations/", "/demo/", "static/django_htmx/")
_QUOTED = r""""([^"]*)"|'([^']*)'"""
_TRANSLATE = re.compile(rf"(?:translate|trans)\s+(?:{_QUOTED})")
_MARKED = re.compile(rf"\b_\((?:{_QUOTED})\)")
# The same texts are the same bytes.
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
# Dates and names in the header, which git knows better.
_NOISE = re.compile(
    rb'^(?:"(?:Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Trans|Language-Team|Generated).*|#, fuzzy)\n', re.M
)
Found = tuple[int, str, str]  # line, text or singular, plural or nothing


def collect(root: Path, folders: Iterable[str]) -> Catalog:
    """Return every text to translate with the places where it stands."""
    catalogue = Catalog(project="Interlinea", charset="utf-8")
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in READERS or any(part in f"/{name}" for part in PASSED_OVER):
                continue
            for line, text, plural in READERS[path.suffix](path):
                catalogue.add((text, plural) if plural else text, locations=[(name, line)])
    return catalogue


def _read_python(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        yield from _name_texts(extract_python(file, PYTHON, (), {}), PYTHON)


def _read_script(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        yield from _name_texts(extract_javascript(file, SCRIPTS, (), {"parse_template_string": True}), SCRIPTS)


def _name_texts(calls: Iterable[tuple[Any, ...]], marks: dict[str, tuple[int, int] | None]) -> Iterator[Found]:
    for line, function, arguments, _ in calls:
        texts = arguments if isinstance(arguments, (tuple, list)) else (arguments,)
        places = marks[function]
        if places is None:
            if texts and texts[0]:
                yield line, texts[0], ""
        elif len(texts) >= places[1] and texts[places[0] - 1] and texts[places[1] - 1]:
            yield line, texts[places[0] - 1], texts[places[1] - 1]


def _read_template(path: Path) -> Iterator[Found]:
    tokens = iter(Lexer(path.read_text("utf-8")).tokenize())
    for token in tokens:
        if token.token_type is TokenType.TEXT or token.token_type is TokenType.COMMENT:
            continue
        for marked in _MARKED.finditer(token.contents):
            yield token.lineno or 0, marked[1] or marked[2], ""
        if token.token_type is TokenType.BLOCK:
            words = token.contents.split()
            if words[0] in ("blocktranslate", "blocktrans"):
                yield token.lineno or 0, *_read_block(tokens, is_trimmed="trimmed" in words)
            elif quoted := _TRANSLATE.match(token.contents):
                yield token.lineno or 0, quoted[1] or quoted[2], ""


def _read_block(tokens: Iterator[Token], *, is_trimmed: bool) -> tuple[str, str]:
    forms = [""]
    for token in tokens:
        if token.token_type is TokenType.TEXT:
            forms[-1] += token.contents.replace("%", "%%")
        elif token.token_type is TokenType.VAR:
            forms[-1] += f"%({token.contents})s"
        elif token.contents.startswith("plural"):
            forms.append("")
        else:
            break
    singular, plural = [trim_whitespace(form) if is_trimmed else form for form in [*forms, ""][:2]]
    return singular, plural


READERS = {".py": _read_python, ".js": _read_script, ".html": _read_template, ".txt": _read_template}


def merge(known: Catalog, found: Catalog) -> Catalog:
    """Return the translations of the texts that there are now; new ones have none, and none is guessed."""
    known.update(found, no_fuzzy_matching=True)
    known.obsolete.clear()
    return known


def read(path: Path) -> Catalog:
    """Return the texts of a .po or .pot file."""
    with path.open("rb") as file:
        return read_po(file)


def write(catalog: Catalog) -> bytes:
    """Return a catalogue as a .po file, with the files where a text stands but no lines: those change too often."""
    for message in catalog:
        message.locations = sorted({(name, 0) for name, _ in message.locations})
    written = io.BytesIO()
    write_po(written, catalog, width=120, include_lineno=False)
    return _NOISE.sub(b"", written.getvalue())


def compile_texts(catalog: Catalog) -> bytes:
    """Return a catalogue as a .mo file."""
    catalog.creation_date = catalog.revision_date = _NO_DATE
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    return compiled.getvalue()


def list_texts(catalog: Catalog) -> list[Message]:
    """Return the messages without the header."""
    return [message for message in catalog if message.id]
