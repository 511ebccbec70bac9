"""Routes of an app, gathered from those of its subjects, and the parts of addresses that Django has no name for."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver, register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.http import url_has_allowed_host_and_scheme


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


def is_own_address(request: HttpRequest, address: str) -> bool:
    """Return whether an address, such as the page from which a form was sent, is one of this site."""
    return url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())


def walk_routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every route of the site by its full name; one without a name goes by its pattern."""
    for found in (resolver or get_resolver()).url_patterns:
        if isinstance(found, URLResolver):
            yield from walk_routes(found, prefix + (f"{found.namespace}:" if found.namespace else ""))
        else:
            yield prefix + (found.name or str(found.pattern)), found


def gather(subjects: Iterable[str], name: str) -> list[URLPattern]:
    """Return the patterns that the `urls` modules of these packages list under a name, in the order of the subjects."""
    modules = [import_module(f"{subject}.urls") for subject in subjects]
    return [pattern for module in modules for pattern in getattr(module, name, ())]
