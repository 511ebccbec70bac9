"""Modules that a page's script imports, and serving them."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^(?:import\b[^;"(]*|export\s*(?:\*|\{[^}]*\})\s*from\s*)"(\.[^"]+)"', re.MULTILINE)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Files named by the hash of their content, including imported modules, so that browsers can cache each
    for ever.
    """

    support_js_module_import_aggregation = True
    # A file is hashed anew after each of its imports: one pass a step of the longest chain.
    max_post_process_passes = 12

    def url_converter(self, name: str, *args: Any, **named: Any) -> Callable[[re.Match[str]], str]:
        """Leave the files of libraries unchanged: an example in a comment of htmx looks like an import."""
        if name.startswith("django_htmx/"):
            return lambda found: found[0]
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, *args, **named)
        return converter


def list_imports(script: str) -> list[str]:
    """Return the modules that a script imports, directly or not, each after the one that names it first."""
    return list(_read_imports(script)) if settings.DEBUG else list(_kept_imports(script))


@cache
def _kept_imports(script: str) -> tuple[str, ...]:
    return _read_imports(script)


def _read_imports(script: str) -> tuple[str, ...]:
    imported = {script: None}
    waiting = [script]
    while waiting:
        path = waiting.pop(0)
        new = [name for name in _imports_of(path) if name not in imported]
        imported.update(dict.fromkeys(new))
        waiting += new
    return tuple(imported)[1:]


def _imports_of(path: str) -> list[str]:
    place = finders.find(path)
    if place is None:
        raise ValueError(f"There is no script {path}.")
    return [normpath(join(dirname(path), name)) for name in IMPORT.findall(Path(place).read_text("utf-8"))]
