"""Routes of an app, gathered from those of its subjects, and the parts of addresses that Django has no name for."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from django.urls import URLPattern, register_converter, reverse
from django.urls.converters import StringConverter


class FileName(StringConverter):
    """Name of a file that the site writes, such as `test-set.jsonl`: no secret of a link has this form."""

    regex = r"[a-z][a-z-]*(?:\.[a-z]+)+"


register_converter(FileName, "file")
_ANY_KEY = 9_007_199_254_740_991


def address_of(route: str, key: int) -> str:
    """Return the address of an object whose key is all that its route takes.

    As `reverse` does, which costs a hundred calls of functions: an annotator's page has ten such addresses.
    """
    return str(key).join(_split_address(route))


@cache
def _split_address(route: str) -> list[str]:
    return reverse(route, args=[_ANY_KEY]).split(str(_ANY_KEY))


def gather(subjects: Iterable[str], name: str) -> list[URLPattern]:
    """Return the patterns that the `urls` modules of these packages list under a name, in the order of the subjects."""
    modules = [import_module(f"{subject}.urls") for subject in subjects]
    return [pattern for module in modules for pattern in getattr(module, name, ())]
