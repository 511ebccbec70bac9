"""Verification of a release of any kind: every file and number computed again from the archive, without a database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from annotation_site.releases.archives import ReleaseArchive, check_hashes, compare_numbers, open_archive
from annotation_site.releases.kinds import ReleaseKind, find_release_kind
from annotation_site.releases.metadata.members import METADATA_VERSION, check_metadata
from annotation_site.releases.tables import check_tables

MOST_LISTED = 100


def verify_release(path: Path) -> dict[str, Any]:
    """Return the result of checking a release: `differences` says in words what differs from the manifest, and
    `not_recomputed` names what cannot be computed from the archive.

    Raise UnreadableReleaseError if the file is no release of a version known here.
    """
    kind = find_release_kind(path, path.name)
    with open_archive(path, path.name) as release:
        return _verify(release, kind)


def _verify(release: ReleaseArchive, kind: ReleaseKind) -> dict[str, Any]:
    manifest, contents = release.manifest, kind.read(release)
    not_recomputed: list[str] = []
    # Another version of this software may have had other columns in them.
    has_parquet = manifest.get("metadata") == METADATA_VERSION
    tables = [table for table in (*kind.tables, *contents.own_tables) if has_parquet or not table.is_parquet]
    differences = [*check_hashes(release), *check_tables(release, tables, contents)]
    numbers = contents.to_numbers()
    differences += contents.check(release, numbers, not_recomputed)
    for key, computed in numbers.items():
        differences += compare_numbers(key, manifest.get(key), computed, not_recomputed)
    differences += check_metadata(release, kind, not_recomputed)
    return {
        "release": manifest["release"],
        "project": manifest["project"]["slug"],
        **{key: manifest[key] for key in ("policy", "test_set") if key in manifest},
        **numbers,
        "files": len(manifest["files"]),
        "not_recomputed": not_recomputed,
        "differences": differences[:MOST_LISTED],
        "verified": not differences,
    }
