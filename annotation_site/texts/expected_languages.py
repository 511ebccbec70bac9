"""Languages in which texts are expected: those of the project of a job, or those that a command was given.

Readers guess encodings by them. They hold for a block of code, as Django's active language does, since the guess lies
deep in readers that know nothing of projects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_expected: ContextVar[tuple[str, ...]] = ContextVar("expected_languages", default=())
_OPTIONS = ("language", "source_language", "target_language")


@contextmanager
def expect_languages(tags: Iterable[str]) -> Iterator[None]:
    """Expect texts in these languages, BCP 47 tags, while the block runs; empty ones say nothing."""
    token = _expected.set(tuple(dict.fromkeys(tag for tag in tags if tag)))
    try:
        yield
    finally:
        _expected.reset(token)


def expected_languages() -> tuple[str, ...]:
    return _expected.get()


def list_option_languages(options: Mapping[str, Any]) -> list[str]:
    """Return the languages among the options of a command, without those that it lacks."""
    return [str(options[name]) for name in _OPTIONS if options.get(name)]
