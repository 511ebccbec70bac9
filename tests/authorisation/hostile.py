"""A world in which people typed the worst everywhere: every text that they can name or write begins a formula, an
element and a command of LaTeX."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator

import pgtrigger
from django.apps import apps
from django.conf import settings
from django.core.validators import URLValidator
from django.db import Error, models, transaction
from django.http import HttpResponseBase

SCRIPT = "<script>alert(1)</script>"
COMMAND = "\\input{/etc/passwd}"
# Texts that people type and others read; names of states, keys, digests, addresses and languages are no such texts.
TYPED = re.compile(
    r"name|title|text|note|comment|reason|description|label|category|doc|identifier|explanation|answer|normalised"
    r"|system|affiliation|citation|sentence|question|message|purpose|consent|debriefing|original_name"
)
# Reports that are computed already hold these names, and their pages look rows up by them.
NAMED_IN_REPORTS = {("System", "name"), ("Expression", "label")}
NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)*|inf|nan)([eE][+-]?\d+)? ?%?")
COMMENT = re.compile(r"(?<!\\)%.*")
STARTS = ("=", "+", "-", "@", "\t", "\r")


# The name that a browser saves under ends where it should, and leads to no folder.
FILE_NAME = re.compile(r'(?:attachment|inline)(?:; filename="(?:[^"\\/\x00-\x1f]|\\[^/])*")?')


def write_hostile(room: int) -> str:
    """Return as much of the worst as there is room for."""
    return f"=1+1{SCRIPT}{COMMAND}\"'"[:room]


def plant() -> int:
    """Write the worst into every column of a text, also where a trigger keeps it for good; return how many took it."""
    count = 0
    with pgtrigger.ignore():
        for model in apps.get_models():
            if model._meta.app_label in ("projects", *settings.KIND_APPS) and not model.__name__.endswith("Event"):
                count += sum(_plant_in(model, field) for field in model._meta.local_fields if _is_typed(field))
    return count


def _is_typed(field: models.Field) -> bool:  # type: ignore[type-arg]
    if (field.model.__name__, field.name) in NAMED_IN_REPORTS:
        return False
    is_text = type(field) in (models.CharField, models.TextField)
    is_address = any(isinstance(each, URLValidator) for each in field.validators)
    return is_text and not (field.unique or field.choices or is_address) and TYPED.search(field.name) is not None


def _plant_in(model: type[models.Model], field: models.Field) -> bool:  # type: ignore[type-arg]
    room = field.max_length or 1_000
    try:
        with transaction.atomic():
            return bool(model._base_manager.exclude(**{field.name: ""}).update(**{field.name: write_hostile(room)}))
    except Error:
        return False  # a constraint wants each once, or another form


def find_faults(answer: HttpResponseBase) -> list[str]:
    """Return what of the planted texts would do something in the reader's program."""
    body = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    kind = answer.get("Content-Type", "")
    disposition = answer.get("Content-Disposition", "")
    if disposition and not FILE_NAME.fullmatch(disposition):
        return [disposition]
    name = disposition.rpartition("filename=")[2].strip('"')
    if "zip" in kind:
        return [fault for member, content in _unpack(body) for fault in _find_in(member, "", content)]
    return _find_in(name, kind, body)


def _unpack(body: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


def _find_in(name: str, kind: str, body: bytes) -> list[str]:
    text = body.decode("utf-8-sig", errors="replace")
    if name.endswith((".csv", ".tsv")):
        separator = "," if name.endswith(".csv") else "\t"
        rows = csv.reader(io.StringIO(text), delimiter=separator, quoting=csv.QUOTE_MINIMAL)
        cells = [cell for row in rows for cell in row]
        return [cell for cell in cells if cell.startswith(STARTS) and not NUMBER.fullmatch(cell)]
    if "html" in kind or "svg" in kind or name.endswith((".html", ".svg")):
        return [SCRIPT] if SCRIPT in text else []
    if "tex" in kind or name.endswith((".tex", ".tikz")):
        return [COMMAND] if COMMAND in COMMENT.sub("", text) else []
    return []
