"""The datasheet of a release: its contents and how it was made, from its manifest alone, for the page and
for the zip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.projects.licences import write_licence
from annotation_site.texts.languages import find_language

# Goes up with every change of words or order here: `verify` compares DATASHEET.md only where it is the same.
DATASHEET_VERSION = 2
POLICIES = {
    "wags": "WAGS: links with the same label in all readings keep it; open disagreements are Possible.",
    "och-ney": "Och & Ney: links that are Sure in all readings are Sure; all other links are Possible.",
    "majority": "Majority: links in more than half of the readings; Sure if more than half say Sure.",
}
CAUSES = {
    "agreed": "all annotators agreed",
    "majority": "majority of annotators",
    "policy": "undecided, Possible by the gold policy",
    "decided": "decided by the adjudicator",
    "dropped_by_majority": "dropped: no majority",
    "dropped_by_decided": "dropped by the adjudicator",
}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")
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


def make_datasheet(manifest: Mapping[str, Any]) -> Datasheet:
    """Return the datasheet of a manifest; information that an older manifest lacks is left out."""
    source, target = (_name_language(manifest["languages"][side]) for side in ("source", "target"))
    sections = [_text(manifest, source, target), _links(manifest, source, target)]
    if "frequencies" in manifest:
        sections.append(_frequencies(manifest["frequencies"], source, target))
    sections += [_annotation(manifest), _agreement(manifest["agreement"]), _use(manifest), _verification(manifest)]
    return Datasheet(f"{manifest['project']['name']}, release {manifest['release']}", manifest["note"], sections)


def _name_language(tag: str) -> str:
    name = find_language(tag).name
    return name if name == tag else f"{name} ({tag})"


def _text(manifest: Mapping[str, Any], source: str, target: str) -> Section:
    counts, is_full = manifest["counts"], manifest["project"]["scope"] == "full"
    facts = [
        ("Languages", f"{source} to {target}"),
        ("Sentence pairs", _number(counts["pairs"])),
        ("Words", f"{_number(counts['source_tokens'])} {source}, {_number(counts['target_tokens'])} {target}"),
        ("Scope", "full text: every word" if is_full else "target words and the words linked with them"),
    ]
    if not is_full and "source_target_words" in counts:
        words = [_number(counts[f"{side}_target_words"]) for side in ("source", "target")]
        facts.append(("Target words", f"{words[0]} {source}, {words[1]} {target}"))
    files = [f"{file['name']} (SHA-256 {file['sha256']})" for file in manifest["inputs"]]
    return Section("Text", [*facts, *(("Imported from", file) for file in files)])


def _links(manifest: Mapping[str, Any], source: str, target: str) -> Section:
    counts = manifest["counts"]
    facts = [
        ("Sure links", _number(counts["sure"])),
        ("Possible links", _number(counts["possible"])),
        ("Words marked as no counterpart", f"{_number(counts['unaligned_source'])} {source}, "
         f"{_number(counts['unaligned_target'])} {target}"),
        ("Policy", POLICIES.get(manifest["policy"], manifest["policy"])),
    ]  # fmt: skip
    tables = []
    if "origins" in manifest:
        rows = [(CAUSES[cause], count) for cause, count in _ordered(manifest["origins"], CAUSES) if count]
        tables.append(Table("Origin of each link in provenance.jsonl", ("Cause", "Links"), rows))
    return Section("Gold links", facts, tables)


def _frequencies(frequencies: Mapping[str, Any], source: str, target: str) -> Section:
    bands, links = [_frequency(name) for name in frequencies["bands"]], frequencies["links"]
    rows = [(name, *row, sum(row)) for name, row in zip(bands, links, strict=True)]
    totals = [sum(column) for column in zip(*links, strict=True)]
    crossed = Table(
        f"Gold links by word frequency: {source} in rows, {target} in columns",
        (source, *bands, "total"),
        [*rows, ("total", *totals, sum(totals))],
    )
    sides = [
        Table(
            f"{name} words by frequency",
            ("Frequency", "word forms", "words", "no counterpart", "Sure links per linked word"),
            [
                (_frequency(row["band"]), row["types"], row["tokens"], row["unaligned"], row["fertility"])
                for row in frequencies[side]
            ],
        )
        for side, name in (("source", source), ("target", target))
    ]
    return Section(
        "Frequency of words",
        tables=[crossed, *sides],
        notes=[
            f"Frequencies are from {frequencies['of']}, not from a system's training text: a word that is rare "
            "here may be common elsewhere.",
            "Sure links per linked word (fertility): mean over words with at least one Sure link.",
        ],
    )


def _annotation(manifest: Mapping[str, Any]) -> Section:
    counts = manifest["counts"]
    readings = f"{_number(counts['readings'])}, {manifest['annotators_per_pair']} per pair"
    facts = [("Readings", readings)]
    if "annotators" in counts:
        facts.insert(0, ("Annotators", _number(counts["annotators"])))
    facts.append(("Adjudication", f"{_number(counts['decisions'])} decided, {_number(counts['left_open'])} left open"))
    if not manifest.get("separate_readings", True):
        facts.append(("Separate readings", "not in this release"))
    facts += [
        ("Guidelines", f"version {row['version']}: {_number(row['readings'])} readings")
        if row["version"]
        else ("Guidelines", f"none: {_number(row['readings'])} readings")
        for row in manifest.get("guideline_versions", [])
    ]
    if manifest["guideline"]:
        guideline = manifest["guideline"]
        facts.append(("Guidelines now", f"version {guideline['version']} (SHA-256 {guideline['sha256']})"))
    return Section("Annotation", [*facts, ("Software", manifest["software"]), ("Made", manifest["created_at"][:10])])


def _agreement(agreement: Mapping[str, Any]) -> Section:
    facts = [
        (name, f"{agreement[key]:.3f}")
        for name, key in (("Fleiss κ", "fleiss_kappa"), ("Krippendorff α", "alpha"))
        if agreement[key] is not None
    ]
    if facts:
        facts.append(("Link items", _number(agreement["items"])))
    rows = [(" – ".join(row["annotators"]), row["any"], row["both"], row["sure"], row["possible"])
            for row in agreement["pairs"]]  # fmt: skip
    table = Table(
        f"Pairwise AGR on links {agreement['links']}",
        ("Annotators", "any label", "same label", "Sure", "Possible"),
        rows,
    )
    return Section("Agreement", facts, [table] if rows else [], agreement["reasons"])


def _use(manifest: Mapping[str, Any]) -> Section:
    if "licence" not in manifest:
        return Section("Licence and citation", notes=["This release was created before licences were recorded."])
    facts = [("Licence", write_licence(manifest["licence"])), ("How to cite", manifest["citation"])]
    return Section("Licence and citation", facts)


def _verification(manifest: Mapping[str, Any]) -> Section:
    name = f"{manifest['project']['slug']}-release-{manifest['release']}.zip"
    notes = ["Every number here can be recomputed from the files, without a database."]
    if not manifest.get("separate_readings", True):
        notes = [
            "Every number here can be recomputed from the files, without a database, except readings, annotators, "
            "guidelines and agreement, which need the separate readings. These are not in this release."
        ]
    return Section("How to verify", notes=notes, commands=[f"sha256sum {name}", f"python manage.py verify {name}"])


def write_markdown(sheet: Datasheet) -> str:
    """Return DATASHEET.md; text that people wrote is escaped and never becomes markup."""
    return "\n".join(_markdown(sheet)) + "\n"


def _markdown(sheet: Datasheet) -> Iterator[str]:
    yield f"# {_escape(sheet.title)}"
    if sheet.note:
        yield from ("", _escape(sheet.note))
    for section in sheet.sections:
        yield from ("", f"## {section.title}")
        if section.facts:
            yield from ("", *(f"- {term}: {_escape(value)}" for term, value in section.facts))
        for table in section.tables:
            rule = ["---", *["---:"] * (len(table.header) - 1)]
            yield from ("", _escape(table.caption), "", _row([_escape(name) for name in table.header]), _row(rule))
            yield from (_row([_escape(show_cell(cell)) for cell in row]) for row in table.rows)
        for note in section.notes:
            yield from ("", _escape(note))
        if section.commands:
            yield from ("", *(f"    {command}" for command in section.commands))


def show_cell(cell: Cell) -> str:
    """Return a cell of a table for readers: three decimals, a dash if a figure is undefined."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return _number(cell) if isinstance(cell, int) else cell


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _number(count: int) -> str:
    return f"{count:,}"


def _frequency(name: str) -> str:
    return "once" if name == "1" else f"{name.replace('-', '–').replace('+', ' or more')} times"


def _ordered(counts: Mapping[str, int], order: Mapping[str, str]) -> list[tuple[str, int]]:
    return [(key, counts.get(key, 0)) for key in order]
