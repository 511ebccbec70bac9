"""Routes of an app, gathered from those of its subjects."""

from collections.abc import Iterable
from importlib import import_module

from django.urls import URLPattern


def gather(subjects: Iterable[str], name: str) -> list[URLPattern]:
    """Return the patterns that the `urls` modules of these packages list under a name, in the order of the subjects."""
    modules = [import_module(f"{subject}.urls") for subject in subjects]
    return [pattern for module in modules for pattern in getattr(module, name, ())]
