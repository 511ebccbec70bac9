"""Verification of a release: every number and byte is recomputed from its texts, readings and decisions, without a
database.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from alignment.readings.links import Reading
from alignment.releases.archive import ReleaseArchive, open_release
from alignment.releases.contents import ReleasedPair, read_released_pairs, read_text
from alignment.releases.files import (
    GOLD,
    GOLD_FILES,
    PROVENANCE,
    READINGS,
    SOURCE,
    TARGET,
    TEXTS,
    gold_sentence,
    read_gold,
    write_gold_json,
    write_gold_lines,
)
from alignment.releases.numbers.frequencies import count_by_frequency
from alignment.releases.numbers.totals import ReleaseNumbers, name_stage
from alignment.releases.provenance import LinkOrigin, labelled
from alignment.releases.published import PUBLISHED
from annotation_site.releases.archives import check_hashes, compare_numbers, find_first_difference
from annotation_site.releases.metadata.members import check_metadata

# What follows from the separate readings alone, in words of the report.
NEEDS_READINGS = ["agreement", "counts.annotators", "counts.readings", "guideline_versions"]
NEEDS_READINGS_TOO = "gold links from the readings"


def verify_release(path: Path) -> dict[str, Any]:
    """Return the result of checking a release: `differences` lists in words everything that differs from the manifest,
    and `not_recomputed` the numbers that cannot be recomputed because the manager left the separate readings out.

    Raise UnreadableReleaseError if the file is no release of a version known here.
    """
    with open_release(path, path.name) as release:
        return _verify(release)


def _verify(release: ReleaseArchive) -> dict[str, Any]:
    manifest = release.manifest
    stage = name_stage(manifest.get("reconciliation"))
    is_full = manifest["project"]["scope"] == "full"
    numbers = ReleaseNumbers(
        manifest["policy"], has_null_token=manifest.get("null_token", False), links=stage, is_full=is_full
    )
    has_readings = bool(manifest.get("separate_readings", True))
    check = _check_pairs if has_readings else _check_gold_alone
    differences = [*check_hashes(release), *check(release, numbers), *_check_gold_files(release)]
    recomputed = numbers.to_json() if has_readings else numbers.gold_to_json()
    not_recomputed = [] if has_readings else [*NEEDS_READINGS, NEEDS_READINGS_TOO]
    if not release.is_older:
        recomputed["frequencies"] = count_by_frequency(lambda: release.lines(TEXTS), lambda: release.lines(GOLD))
    for key, computed in recomputed.items():
        differences += _check_number(release, key, computed, left_out=not_recomputed)
    differences += check_metadata(release, PUBLISHED, not_recomputed)
    return {
        "release": manifest["release"],
        "project": manifest["project"]["slug"],
        "policy": manifest["policy"],
        **recomputed,
        "files": len(manifest["files"]),
        "not_recomputed": not_recomputed,
        "differences": differences,
        "verified": not differences,
    }


def _check_number(release: ReleaseArchive, key: str, computed: Any, *, left_out: list[str]) -> Iterator[str]:
    """Compare a part of the manifest; an older one only as far as it has numbers."""
    if release.is_older and key not in release.manifest:
        return
    if key == "counts" and (release.is_older or release.marks == "agreed"):
        computed = {name: computed[name] for name in computed if name in release.manifest[key]}
    stated = release.manifest[key]
    if key == "counts":
        stated = {name: value for name, value in stated.items() if f"counts.{name}" not in left_out}
    yield from compare_numbers(key, stated, computed)


def _check_pairs(release: ReleaseArchive, numbers: ReleaseNumbers) -> Iterator[str]:
    """Recompute the gold links from readings and decisions, and compare them, their origins and the texts."""
    with ExitStack() as stack:
        lines = _opener(release, stack)
        stored, texts = lines(GOLD), _Texts(lines(SOURCE), lines(TARGET))
        stored_origins = None if release.is_older else lines(PROVENANCE)
        for position, pair in enumerate(read_released_pairs(lines(TEXTS), lines(READINGS)), start=1):
            origins = pair.origins(numbers.policy)
            gold = pair.gold(origins, release.marks)
            numbers.add_gold(pair, gold, origins)
            numbers.add_readings(pair)
            expected = next(iter(write_gold_json([gold_sentence(position, pair, gold)])))
            if next(stored, None) != expected:
                yield f"{GOLD}, line {position}: readings and decisions give other gold links."
            if stored_origins is not None and next(stored_origins, None) != pair.write_origins(origins):
                yield f"{PROVENANCE}, line {position}: readings and decisions give another account of the links."
            yield from texts.check(position, pair)
        yield from _check_ends({GOLD: stored, PROVENANCE: stored_origins or iter(()), **texts.files})


def _check_gold_alone(release: ReleaseArchive, numbers: ReleaseNumbers) -> Iterator[str]:
    """Check that texts, gold links and their origins are consistent, without the separate readings."""
    with ExitStack() as stack:
        lines = _opener(release, stack)
        stored, stored_origins, texts = lines(GOLD), lines(PROVENANCE), _Texts(lines(SOURCE), lines(TARGET))
        for position, line in enumerate(lines(TEXTS), start=1):
            pair = read_text(_parse(line))
            gold, origins = _read_reading(next(stored, "")), _read_origins(next(stored_origins, ""))
            numbers.add_gold(pair, gold, origins)
            if labelled(origins) != gold.links:
                yield f"{PROVENANCE}, line {position}: the links are not those of {GOLD}."
            yield from texts.check(position, pair)
        yield from _check_ends({GOLD: stored, PROVENANCE: stored_origins, **texts.files})


class _Texts:
    """source.txt and target.txt, read along with the pairs."""

    def __init__(self, source: Iterator[str], target: Iterator[str]) -> None:
        self.files = {SOURCE: source, TARGET: target}

    def check(self, position: int, pair: ReleasedPair) -> Iterator[str]:
        for name, tokens in ((SOURCE, pair.source_tokens), (TARGET, pair.target_tokens)):
            if next(self.files[name], None) != " ".join(tokens) + "\n":
                yield f"{name}, line {position}: the text is not that of {TEXTS}."


def _check_ends(files: dict[str, Iterator[str]]) -> Iterator[str]:
    for name, lines in files.items():
        if next(lines, None) is not None:
            yield f"{name} has more lines than {TEXTS}."


def _opener(release: ReleaseArchive, stack: ExitStack) -> Any:
    return lambda name: stack.enter_context(release.lines(name))


def _check_gold_files(release: ReleaseArchive) -> Iterator[str]:
    """Rewrite every alignment file from gold.jsonl and compare."""
    for name in GOLD_FILES:
        with release.lines(GOLD) as gold, release.lines(name) as stored:
            difference = find_first_difference(write_gold_lines(name, read_gold(gold)), stored)
        if difference:
            yield f"{name}, line {difference}: the links are not those of {GOLD}."


def _parse(line: str) -> dict[str, Any]:
    return dict(json.loads(line))


def _read_reading(line: str) -> Reading:
    return Reading.from_json(_parse(line))


def _read_origins(line: str) -> list[LinkOrigin]:
    return [LinkOrigin.from_json(row) for row in _parse(line)["links"]]
