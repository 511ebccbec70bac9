"""Declaration of a kind's releases: `PUBLISHED` in `<app>/releases/published.py`.

It is found there without a database and without Django's apps, because anybody may verify a release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from annotation_site.releases.archives import ReleaseArchive, UnreadableReleaseError, read_format
from annotation_site.releases.tables import Contents, Table

Manifest = Mapping[str, Any]


# The sections of a comparison, and whether anything changed; the last argument is called after each step.
ChangeCounter = Callable[[ReleaseArchive, ReleaseArchive, Callable[[], None]], tuple[dict[str, Any], bool]]


@dataclass(frozen=True, slots=True)
class Differences:
    """A comparison of two releases in the terms of their kind: the name of its format, what of the manifests is
    compared (`project.scope` for a part of one) and stated beside each other, and what counts the changes.
    """

    format: str
    described: Sequence[str]
    stated: Sequence[str]
    count: ChangeCounter


@dataclass(frozen=True, slots=True)
class ReleaseKind:
    """The releases of one kind of project: `formats` that manifests name, that of new ones first, tables, and how the
    contents are read from an archive. Without `differences`, the rows of two releases are compared.

    `described` has descriptions of files that only some releases have, by patterns of their names.
    """

    formats: Sequence[str]
    summary: str
    keywords: Sequence[str]
    task: str
    tables: Sequence[Table]
    write_datasheet: Callable[[Manifest], str]
    read: Callable[[ReleaseArchive], Contents]
    differences: Differences | None = None
    described: Mapping[str, str] = field(default_factory=dict)

    def describe_file(self, name: str) -> str:
        """Return what a file contains; an empty text for one that the kind does not know."""
        for table in self.tables:
            if table.member == name:
                return f"{table.description} (Parquet)" if table.is_parquet else table.description
        return next((text for pattern, text in self.described.items() if fnmatchcase(name, pattern)), "")

    @property
    def parquet_tables(self) -> list[Table]:
        return [table for table in self.tables if table.is_parquet]

    def find_tables(self, names: Iterable[str]) -> list[Table]:
        """Return the tables in Parquet among these files."""
        given = set(names)
        return [table for table in self.parquet_tables if table.member in given]


def find_release_kind(file: Path | IO[bytes], name: str) -> ReleaseKind:
    """Return the kind of a release. Raise UnreadableReleaseError if it is none, or one of a later version."""
    stated, formats = read_format(file, name), list[str]()
    for kind in _load_kinds():
        if stated in kind.formats:
            return kind
        formats += kind.formats
    raise UnreadableReleaseError(f"{name} has format {stated!r}; this version supports {', '.join(formats)}.")


def _load_kinds() -> Iterator[ReleaseKind]:
    for app in settings.KIND_APPS:
        if find_spec(f"{app}.releases"):
            yield import_module(f"{app}.releases.published").PUBLISHED
