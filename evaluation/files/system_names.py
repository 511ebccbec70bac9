"""Names of systems as files of scores write them, matched with those of a test set."""

from __future__ import annotations

import re
from collections.abc import Iterable


def match_names(names: Iterable[str], systems: Iterable[str]) -> dict[str, str]:
    """Return the names by the system of the test set that they mean: as they are, as a file's name without its folder
    and ending, or without regard to case, spaces and dashes. Each system is matched once.
    """
    by_key = {_simplify(name): name for name in systems}
    exact = set(by_key.values())
    matched: dict[str, str] = {}
    for name in names:
        base = re.split(r"[/\\]", name)[-1]
        variants = [name, base, base.rsplit(".", 1)[0]]
        known = [variant for variant in variants if variant in exact]
        known += [by_key[key] for key in map(_simplify, variants) if key in by_key]
        if known and known[0] not in matched:
            matched[known[0]] = name
    return matched


def _simplify(name: str) -> str:
    return re.sub(r"[\s_.-]+", " ", name).strip().casefold()
