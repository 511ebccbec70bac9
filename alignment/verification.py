"""Recomputes every number and every byte of a release from its texts, readings and decisions; needs no database."""

import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import Any

from alignment.release_files import (
    GOLD,
    GOLD_FILES,
    MANIFEST,
    READINGS,
    SOURCE,
    TARGET,
    TEXTS,
    gold_sentence,
    hash_stream,
    write_gold_json,
    write_gold_lines,
)
from alignment.releases import FORMAT, ReleaseNumbers, name_stage, read_released_pairs

MOST_UNPACKED = 20 * 1024**3
MOST_FILES = 50
LARGEST_MANIFEST = 16 * 1024**2
TOLERANCE = 1e-9


class UnreadableReleaseError(Exception):
    """The file is not a release at all; one sentence says why."""


def verify_release(path: Path) -> dict[str, Any]:
    """Check a release; `differences` lists in words whatever does not come out as the manifest says.

    Raises UnreadableReleaseError when the file is no release of a version known here.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _verify(archive, path.name)
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError, KeyError, ValueError, TypeError) as error:
        raise UnreadableReleaseError(f"{path.name} cannot be read as a release: {error}") from error


def _verify(archive: zipfile.ZipFile, name: str) -> dict[str, Any]:
    entries = _find_entries(archive, name)
    manifest = json.loads(_read_small(archive, entries[MANIFEST]))
    if manifest.get("format") != FORMAT:
        raise UnreadableReleaseError(f"{name} has format {manifest.get('format')!r}; this version knows {FORMAT!r}.")
    differences = [*_check_hashes(archive, entries, manifest)]
    numbers = ReleaseNumbers(manifest["policy"], name_stage(manifest.get("reconciliation")))
    differences += _check_gold(archive, entries, numbers)
    differences += _check_gold_files(archive, entries)
    recomputed = numbers.to_json()
    for key in ("counts", "agreement"):
        differences += _compare(key, manifest[key], recomputed[key])
    return {
        "release": manifest["release"],
        "project": manifest["project"]["slug"],
        "policy": manifest["policy"],
        **recomputed,
        "files": len(manifest["files"]),
        "differences": differences,
        "verified": not differences,
    }


def _find_entries(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise UnreadableReleaseError(f"{name} holds more than a release can hold.")
    entries = {info.filename.rsplit("/", 1)[-1]: info for info in infos if not info.is_dir()}
    if MANIFEST not in entries:
        raise UnreadableReleaseError(f"{name} holds no {MANIFEST}.")
    return entries


def _read_small(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.file_size > LARGEST_MANIFEST:
        raise UnreadableReleaseError(f"{entry.filename} is larger than any manifest.")
    return archive.read(entry)


def _check_hashes(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], manifest: dict[str, Any]
) -> Iterator[str]:
    for extra in sorted(entries.keys() - manifest["files"].keys() - {MANIFEST}):
        yield f"{extra} is in the archive but not in the manifest."
    for name, described in manifest["files"].items():
        if name not in entries:
            yield f"{name} is missing."
            continue
        with archive.open(entries[name]) as file:
            is_same = hash_stream(file) == described["sha256"]
        if not is_same:
            yield f"{name} has another SHA-256 than the manifest says."


def _check_gold(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], numbers: ReleaseNumbers
) -> Iterator[str]:
    """Compute the gold links anew from readings and decisions, and compare them and the texts line by line."""
    with ExitStack() as stack:

        def lines(name: str) -> Iterator[str]:
            return stack.enter_context(_open_lines(archive, entries[name]))

        stored, sources, targets = lines(GOLD), lines(SOURCE), lines(TARGET)
        for position, pair in enumerate(read_released_pairs(lines(TEXTS), lines(READINGS)), start=1):
            gold = pair.gold(numbers.policy)
            numbers.add(pair, gold)
            expected = next(iter(write_gold_json([gold_sentence(position, pair, gold)])))
            if next(stored, None) != expected:
                yield f"{GOLD}, line {position}: readings and decisions give other gold links."
            for name, texts, tokens in ((SOURCE, sources, pair.source_tokens), (TARGET, targets, pair.target_tokens)):
                if next(texts, None) != " ".join(tokens) + "\n":
                    yield f"{name}, line {position}: the text is not that of {TEXTS}."


def _check_gold_files(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> Iterator[str]:
    """Write every alignment file anew from gold.jsonl and compare."""
    for name in GOLD_FILES:
        with _open_lines(archive, entries[GOLD]) as gold, _open_lines(archive, entries[name]) as stored:
            difference = _first_difference(write_gold_lines(name, gold), stored)
        if difference:
            yield f"{name}, line {difference}: the links are not those of {GOLD}."


def _first_difference(expected: Iterable[str], stored: Iterable[str]) -> int | None:
    for number, (one, other) in enumerate(zip_longest(expected, stored), start=1):
        if one != other:
            return number
    return None


def _open_lines(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> TextIOWrapper:
    return TextIOWrapper(archive.open(entry), encoding="utf-8", newline="\n")


def _compare(where: str, stated: Any, computed: Any) -> Iterator[str]:
    if isinstance(stated, dict) and isinstance(computed, dict):
        for key in sorted(stated.keys() | computed.keys()):
            yield from _compare(f"{where}.{key}", stated.get(key), computed.get(key))
    elif isinstance(stated, list) and isinstance(computed, list) and len(stated) == len(computed):
        for index, (one, other) in enumerate(zip(stated, computed, strict=True)):
            yield from _compare(f"{where}[{index}]", one, other)
    elif isinstance(stated, float) and isinstance(computed, float):
        if abs(stated - computed) > TOLERANCE:
            yield f"{where}: the manifest says {stated}, the files give {computed}."
    elif stated != computed:
        yield f"{where}: the manifest says {stated}, the files give {computed}."
