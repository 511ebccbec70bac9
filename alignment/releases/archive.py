"""The zip of a word alignment release, opened for reading."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from alignment.releases.contents import FORMAT, OLDER_FORMAT, MarkRule
from annotation_site.releases import archives


class ReleaseArchive(archives.ReleaseArchive):
    """An open release of word alignments."""

    @property
    def is_older(self) -> bool:
        """Return whether it was made before releases recorded the origin of their links."""
        return bool(self.manifest["format"] == OLDER_FORMAT)

    @property
    def marks(self) -> MarkRule:
        """Return by which rule gold words have no counterpart."""
        return "decided" if self.manifest.get("marks") == "decided" else "agreed"


@contextmanager
def open_release(file: Path | IO[bytes], name: str) -> Iterator[ReleaseArchive]:
    """Open a release of a version known here. Raise UnreadableReleaseError otherwise."""
    with archives.open_archive(file, name, (FORMAT, OLDER_FORMAT)) as release:
        yield ReleaseArchive(release.archive, release.entries, release.manifest)
