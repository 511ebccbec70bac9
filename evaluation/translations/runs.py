"""Names of runs: which outputs are runs (seeds) of one system, by a pattern or by how file names differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

SYSTEM, RUN, SPLIT = "{system}", "{run}", "{split}"
# A system's name is as long as it can be, so that it may hold the sign that separates it from the rest.
_PLACES = {SYSTEM: "(.+)", RUN: "(.+?)", SPLIT: "(.+?)"}
_SEPARATORS = " ._-"


def match_names(names: Sequence[str], pattern: str, placeholders: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """Return the two parts of each name that follows the pattern, in the order of `places`; none without a pattern.

    Raise ValueError for a pattern without both places.
    """
    first, second = placeholders
    if not pattern:
        return {}
    if pattern.count(first) != 1 or pattern.count(second) != 1:
        raise ValueError(f"The pattern needs {first} and {second} once each, such as {first}-{second}.")
    written = re.escape(pattern)
    for placeholder in placeholders:
        written = written.replace(re.escape(placeholder), _PLACES[placeholder])
    is_turned = pattern.index(first) > pattern.index(second)
    matched = {}
    for name in names:
        if match := re.fullmatch(written, name):
            one, other = (" ".join(part.split()) for part in match.groups())
            matched[name] = (other, one) if is_turned else (one, other)
    return matched


def match_runs(names: Sequence[str], pattern: str) -> dict[str, str]:
    """Return the system of each name that follows the pattern, such as `{system}.seed{run}`."""
    return {name: system for name, (system, _) in match_names(names, pattern, (SYSTEM, RUN)).items()}


def name_files(file_names: Sequence[str]) -> list[str]:
    """Return names of systems for files: without their endings, unless these are all that tells the files apart.

    Raise ValueError if two files have the same name.
    """
    if len(set(file_names)) < len(file_names):
        raise ValueError("Two files have the same name, so their systems cannot be told apart.")
    stems = [PurePath(file_name).stem for file_name in file_names]
    return [" ".join(stem.split()) for stem in (stems if len(set(stems)) == len(stems) else file_names)]


def shorten_names(names: Sequence[str]) -> dict[str, str]:
    """Return the part in which names differ, between dots, by name: `DLUT` of `generaltest2022.en-ja.hyp.DLUT`; nothing
    for names that have no part in common.
    """
    words = [name.split(".") for name in names]
    start, end = _count_common(words)
    parts = [".".join(name_words[start : len(name_words) - end]).strip(_SEPARATORS) for name_words in words]
    if len(names) < 2 or not start + end or not all(parts) or len(set(parts)) < len(parts):
        return {}
    return dict(zip(names, parts, strict=True))


def name_runs(system: str, file_names: Sequence[str]) -> list[str]:
    """Return the names of a system's runs: its own with the words in which the names of its files differ."""
    names = name_files(file_names)
    words = [re.split(f"([{_SEPARATORS}])", name) for name in names]
    start, end = _count_common(words)
    parts = ["".join(name_words[start : len(name_words) - end]).strip(_SEPARATORS) for name_words in words]
    return [f"{system}-{part}" for part in (parts if all(parts) else names)]


def _count_common(words: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return how many first words, and how many last ones after these, are the same everywhere."""
    shortest = min(map(len, words), default=0)
    start = 0
    while start < shortest and len({name_words[start] for name_words in words}) == 1:
        start += 1
    end = 0
    while end < shortest - start and len({name_words[-1 - end] for name_words in words}) == 1:
        end += 1
    return start, end
