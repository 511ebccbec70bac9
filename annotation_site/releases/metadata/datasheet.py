"""Datasheets: what a data set is and how it was made, in sections of facts and tables, for the page and for the zip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.projects.licences import write_licence
from annotation_site.releases.metadata.description import read_creators
from annotation_site.releases.metadata.markdown import escape
from annotation_site.texts.languages import find_language

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its first column names the rows, the others are numbers."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with facts, tables and notes about them."""

    title: str
    facts: Sequence[tuple[str, str]] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    commands: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Datasheet:
    """The sections of a datasheet in order."""

    title: str
    note: str
    sections: Sequence[Section]


def name_language(tag: str) -> str:
    """Return English name and tag of a language."""
    name = find_language(tag).name
    return name if name == tag else f"{name} ({tag})"


def describe_use(manifest: Mapping[str, Any]) -> Section:
    """Return the section on licence and citation."""
    if "licence" not in manifest:
        return Section("Licence and citation", notes=["This release was created before licences were recorded."])
    creators = [
        ("Creator", ", ".join(filter(None, [creator.full_name, creator.affiliation, creator.orcid_url])))
        for creator in read_creators(manifest)
    ]
    facts = [*creators, ("Licence", write_licence(manifest["licence"])), ("How to cite", manifest["citation"])]
    return Section("Licence and citation", facts)


def describe_verification(manifest: Mapping[str, Any]) -> Section:
    """Return the section on verification."""
    name = f"{manifest['project']['slug']}-release-{manifest['release']}.zip"
    notes = ["Every number here can be recomputed from the files, without a database."]
    if not manifest.get("separate_readings", True):
        notes = [
            "Every number here can be recomputed from the files, without a database, except readings, annotators, "
            "guidelines and agreement, which need the separate readings. These are not in this release."
        ]
    return Section("How to verify", notes=notes, commands=[f"sha256sum {name}", f"python manage.py verify {name}"])


def title_datasheet(manifest: Mapping[str, Any], sections: Sequence[Section]) -> Datasheet:
    """Return the datasheet of these sections, with name and note of the release."""
    return Datasheet(f"{manifest['project']['name']}, release {manifest['release']}", manifest["note"], sections)


def describe_making(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return facts on guidelines, imported files, software and date."""
    facts = [("Imported from", f"{file['name']} (SHA-256 {file['sha256']})") for file in manifest["inputs"]]
    if manifest["guideline"]:
        guideline = manifest["guideline"]
        facts.append(("Guidelines now", f"version {guideline['version']} (SHA-256 {guideline['sha256']})"))
    return [*facts, ("Software", manifest["software"]), ("Made", manifest["created_at"][:10])]


def describe_machines(manifest: Mapping[str, Any], kept: Mapping[str, str] | None = None) -> list[Section]:
    """Return a section for each machine that answered, as it was declared; none where there were no machines. `kept`
    says by pseudonym which of a machine's answers the files have.
    """
    return [
        _describe_machine(machine, (kept or {}).get(machine["pseudonym"])) for machine in manifest.get("machines", [])
    ]


def _describe_machine(machine: Mapping[str, Any], kept: str | None) -> Section:
    facts = [
        ("Name", machine["name"]),
        ("Model", machine["model"]),
        ("Version", machine["version"]),
        ("Prompt or settings", machine["prompt"]),
        ("Licence", machine["licence"]),
        ("Date of the answers", machine["date"]),
        ("Answers", show_number(machine["answers"])),
    ]
    return Section(
        f"Machine {machine['pseudonym']}",
        [(term, value or "not stated") for term, value in facts],
        notes=[f"No figure of this release counts its answers, and {kept or 'no file has them'}."],
    )


def write_markdown(sheet: Datasheet) -> str:
    """Return DATASHEET.md; text that people wrote is escaped and never becomes markup."""
    return "\n".join(_markdown(sheet)) + "\n"


def _markdown(sheet: Datasheet) -> Iterator[str]:
    yield f"# {escape(sheet.title)}"
    if sheet.note:
        yield from ("", escape(sheet.note))
    for section in sheet.sections:
        yield from ("", f"## {section.title}")
        if section.facts:
            yield from ("", *(f"- {term}: {escape(value)}" for term, value in section.facts))
        for table in section.tables:
            rule = ["---", *["---:"] * (len(table.header) - 1)]
            yield from ("", escape(table.caption), "", _row([escape(name) for name in table.header]), _row(rule))
            yield from (_row([escape(show_cell(cell)) for cell in row]) for row in table.rows)
        for note in section.notes:
            yield from ("", escape(note))
        if section.commands:
            yield from ("", *(f"    {command}" for command in section.commands))


def show_cell(cell: Cell) -> str:
    """Return a cell of a table for readers: three decimals, a dash if a figure is undefined."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return show_number(cell) if isinstance(cell, int) else cell


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def show_number(count: int) -> str:
    """Return a count with its thousands parted."""
    return f"{count:,}"
