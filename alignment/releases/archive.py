"""A word alignment release's zip as its readers open it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from alignment.releases.contents import FORMAT, OLDER_FORMAT
from annotation_site.releases import archives


class ReleaseArchive(archives.ReleaseArchive):
    """An open release of word alignments."""

    @property
    def is_older(self) -> bool:
        """Whether it was made before releases told where their links come from."""
        return bool(self.manifest["format"] == OLDER_FORMAT)


@contextmanager
def open_release(file: Path | IO[bytes], name: str) -> Iterator[ReleaseArchive]:
    """Open a release of a version known here; UnreadableReleaseError otherwise."""
    with archives.open_archive(file, name, (FORMAT, OLDER_FORMAT)) as release:
        yield ReleaseArchive(release.archive, release.entries, release.manifest)
