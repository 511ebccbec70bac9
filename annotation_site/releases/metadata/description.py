"""The description of a release, from which all its metadata derives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation_site.creators.creators import ORGANISATION, Creator
from annotation_site.releases.kinds import Manifest, ReleaseKind
from annotation_site.releases.tables import Table

MEDIA_TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonlines",
    "md": "text/markdown",
    "parquet": "application/x-parquet",
    "tsv": "text/tab-separated-values",
}


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
    tables: Sequence[Table]

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
            ReleasedFile(name, kind.describe_file(name), entry["sha256"], entry["size"])
            for name, entry in sorted(files.items())
        ],
        tables=kind.find_tables(files),
    )


def read_creators(manifest: Manifest) -> list[Creator]:
    """Return the creators whom the manager named."""
    return [Creator.from_json(creator) for creator in manifest.get("creators", ())]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
