"""Faults that a check finds, with the identifiers of the official validators."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """A rule that a file breaks; `test` is its identifier in PARSEME's or Universal Dependencies' validator. A warning
    does not make a file invalid.
    """

    line: int
    level: int
    test: str
    message: str
    is_warning: bool = False
