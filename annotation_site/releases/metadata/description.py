"""The description of a release, from which all its metadata derives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.creators.creators import ORGANISATION, Creator
from annotation_site.texts.parquet import ColumnType

Manifest = Mapping[str, Any]
LineReader = Callable[[str], Iterable[str]]
MEDIA_TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonlines",
    "md": "text/markdown",
    "parquet": "application/x-parquet",
    "tsv": "text/tab-separated-values",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, by its type and meaning."""

    kind: ColumnType
    description: str


@dataclass(frozen=True, slots=True)
class ReleaseTable:
    """A main table of a release as Parquet; its rows follow from the lines of other files, which may be missing."""

    name: str
    description: str
    columns: Mapping[str, Column]
    read_rows: Callable[[LineReader], Iterator[Sequence[object]]]
    sources: Sequence[str]

    @property
    def member(self) -> str:
        return f"{self.name}.parquet"

    @property
    def types(self) -> dict[str, ColumnType]:
        return {name: column.kind for name, column in self.columns.items()}


@dataclass(frozen=True, slots=True)
class ReleaseKind:
    """Contents of the releases of one kind of project."""

    summary: str
    keywords: Sequence[str]
    task: str
    files: Mapping[str, str]
    tables: Sequence[ReleaseTable]
    write_datasheet: Callable[[Manifest], str]

    def find_tables(self, names: Iterable[str]) -> list[ReleaseTable]:
        """Return the tables that follow from these files."""
        given = set(names)
        return [table for table in self.tables if given.issuperset(table.sources)]


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """A file of a release; only its metadata is not among them."""

    name: str
    description: str
    sha256: str
    size: int

    @property
    def media_type(self) -> str:
        return MEDIA_TYPES.get(self.name.rpartition(".")[2], "text/plain")


@dataclass(frozen=True, slots=True)
class ReleaseDescription:
    """A release in the terms of repositories."""

    title: str
    identifier: str
    number: int
    summary: str
    note: str
    keywords: Sequence[str]
    task: str
    creators: Sequence[Creator]
    licence: Mapping[str, str] | None
    citation: str
    languages: Sequence[str]
    created: str
    software: str
    files: Sequence[ReleasedFile]
    tables: Sequence[ReleaseTable]

    @property
    def version(self) -> str:
        """Return its number as the three parts that Croissant asks for."""
        return f"{self.number}.0.0"

    @property
    def text(self) -> str:
        return f"{self.summary} {self.note}".strip()


def describe(manifest: Manifest, kind: ReleaseKind) -> ReleaseDescription:
    """Return the description of a release from its manifest, whose files are those without metadata."""
    project, files = manifest["project"], manifest["files"]
    about = dict(kind.files) | {table.member: f"{table.description} (Parquet)" for table in kind.tables}
    languages = manifest.get("languages") or {"only": manifest["language"]}
    return ReleaseDescription(
        title=_on_one_line(f"{project['name']}, release {manifest['release']}"),
        identifier=f"{project['slug']}-release-{manifest['release']}",
        number=manifest["release"],
        summary=kind.summary,
        note=_on_one_line(manifest["note"]),
        keywords=kind.keywords,
        task=kind.task,
        creators=read_creators(manifest) or [Creator(ORGANISATION, _on_one_line(project["name"]))],
        licence=manifest["licence"],
        citation=_on_one_line(manifest["citation"]),
        languages=list(dict.fromkeys(languages.values())),
        created=manifest["created_at"],
        software=manifest["software"],
        files=[
            ReleasedFile(name, about.get(name, ""), each["sha256"], each["size"])
            for name, each in sorted(files.items())
        ],
        tables=kind.find_tables(files),
    )


def read_creators(manifest: Manifest) -> list[Creator]:
    """Return the creators whom the manager named."""
    return [Creator.from_json(each) for each in manifest.get("creators", ())]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
