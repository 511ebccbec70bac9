"""Changes between two releases of one kind, read side by side from their archives, without a database.

Of every kind the descriptions in both manifests are compared, and the rows of its declared tables. A kind may count in
its own terms instead: `ReleaseKind.differences`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from annotation_site.releases.archives import ReleaseArchive, UnreadableReleaseError, open_archive
from annotation_site.releases.kinds import Differences, ReleaseKind, find_release_kind
from annotation_site.releases.tables import Table, open_rows

# What a release is described by, whatever its kind. Not the citation, which has its number and day.
DESCRIBED = ("policy", "guideline", "licence", "languages", "language", "software")


def compare_releases(
    first: Path | IO[bytes],
    second: Path | IO[bytes],
    names: tuple[str, str],
    report: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Return what changed from one release to the other, with the numbers of both side by side; `report` is called
    after each step.

    Raise UnreadableReleaseError if a file is no release, or if the releases are of different kinds.
    """
    kind = find_release_kind(first, names[0])
    if find_release_kind(second, names[1]) is not kind:
        raise UnreadableReleaseError(f"{names[0]} and {names[1]} are releases of different kinds.")
    declared = kind.differences or _declare_rows(kind)
    with open_archive(first, names[0]) as before, open_archive(second, names[1]) as after:
        described = _compare_descriptions(before.manifest, after.manifest, declared.described)
        changes, is_changed = declared.count(before, after, report)
        return {
            "format": declared.format,
            "from": _describe_release(before.manifest, declared.stated),
            "to": _describe_release(after.manifest, declared.stated),
            "described": described,
            **changes,
            "equal": not is_changed and not described,
        }


def _describe_release(manifest: Mapping[str, Any], stated: Sequence[str]) -> dict[str, Any]:
    keys = ("release", "created_at", "note", *stated)
    return {"project": manifest["project"]["slug"], **{key: manifest.get(key) for key in keys}}


def _compare_descriptions(
    before: Mapping[str, Any], after: Mapping[str, Any], described: Sequence[str]
) -> list[dict[str, Any]]:
    changes = []
    for name in described:
        *outer, key = name.split(".")
        old, new = ((manifest[outer[0]] if outer else manifest).get(key) for manifest in (before, after))
        if old != new:
            changes.append({"what": key, "from": old, "to": new})
    return changes


def _declare_rows(kind: ReleaseKind) -> Differences:
    def count(before: ReleaseArchive, after: ReleaseArchive, report: Callable[[], None]) -> tuple[dict[str, Any], bool]:
        tables = {table.name: _compare_rows(before, after, table, report) for table in kind.parquet_tables}
        return {"tables": tables}, any(sum(counts.values()) > counts["unchanged"] for counts in tables.values())

    return Differences("interlinea-table-difference/1", DESCRIBED, ("counts",), count)


def _compare_rows(
    before: ReleaseArchive, after: ReleaseArchive, table: Table, report: Callable[[], None]
) -> dict[str, int]:
    """Return how many rows of a table were added, removed, and changed in what is no key."""
    old, new = Counter(_number_rows(before, table)), Counter(_number_rows(after, table))
    report()
    removed, added = (Counter(key for key, _ in rows.elements()) for rows in (old - new, new - old))
    changed = (removed & added).total()
    return {
        "added": added.total() - changed,
        "removed": removed.total() - changed,
        "changed": changed,
        "unchanged": (old & new).total(),
    }


def _number_rows(release: ReleaseArchive, table: Table) -> Iterator[tuple[tuple[object, ...], int]]:
    """Yield the key of each row with a number for the whole of it: texts of a million rows would not fit in memory."""
    if table.member not in release.entries:
        return
    places = [index for index, column in enumerate(table.columns.values()) if column.is_key]
    with open_rows(release, table) as rows:
        for row in rows:
            yield tuple([row[index] for index in places]), hash(row)
