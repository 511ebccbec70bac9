"""Verification of a compositionality release: every number and derived file recomputed, without a database."""

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from annotation_site.releases.archives import (
    ReleaseArchive,
    check_hashes,
    compare_numbers,
    find_first_difference,
    open_archive,
)
from annotation_site.releases.metadata.members import check_metadata
from idiomaticity.releases.contents import FORMAT, ReleasedStudy
from idiomaticity.releases.files import write_files
from idiomaticity.releases.published import PUBLISHED
from idiomaticity.releases.reading import read_study


def verify_release(path: Path) -> dict[str, Any]:
    """Check a release; `differences` lists in words everything that differs from the manifest.

    Raise UnreadableReleaseError if the file is no release of a known version.
    """
    with open_archive(path, path.name, (FORMAT,)) as release:
        study = read_study(release)
        numbers = study.to_numbers()
        differences = [*check_hashes(release), *_check_files(release, study), *_check_policy(release, study)]
        for key, computed in numbers.items():
            differences += compare_numbers(key, release.manifest.get(key), computed)
        not_recomputed: list[str] = []
        differences += check_metadata(release, PUBLISHED, not_recomputed)
        return {
            "release": release.manifest["release"],
            "project": release.manifest["project"]["slug"],
            "policy": release.manifest["policy"],
            **numbers,
            "files": len(release.manifest["files"]),
            "not_recomputed": not_recomputed,
            "differences": differences,
            "verified": not differences,
        }


def _check_files(release: ReleaseArchive, study: ReleasedStudy) -> Iterator[str]:
    """Write every file again from the study in the release, and compare."""
    for name, pieces in write_files(study):
        if name not in release.entries:
            continue  # reported already
        with release.lines(name) as stored:
            difference = find_first_difference(_cut_lines(pieces), stored)
        if difference:
            yield f"{name}, line {difference}: differs from the ratings and decisions."


def _cut_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield lines from pieces that each end with one; a cell may hold several lines."""
    for piece in pieces:
        yield from StringIO(piece, newline="\n")


def _check_policy(release: ReleaseArchive, study: ReleasedStudy) -> Iterator[str]:
    stated = sorted(row["annotator"] for row in release.manifest["policy"]["excluded"])
    marked = sorted(study.summary[1].excluded)
    yield from compare_numbers("policy.excluded", stated, marked)
