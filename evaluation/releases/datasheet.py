"""The datasheet of an evaluation's release, from its manifest alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation_site.releases.metadata.datasheet import (
    Section,
    Table,
    describe_machines,
    describe_making,
    describe_use,
    describe_verification,
    name_language,
    show_number,
    title_datasheet,
    write_markdown,
)
from evaluation.measures.pairs.comparisons import note_on_number


def write_datasheet(manifest: Mapping[str, Any]) -> str:
    """Return DATASHEET.md."""
    sections = [
        _text(manifest),
        _scores(manifest),
        *(_judging(judging) for judging in manifest["judging"]),
        *describe_machines(manifest),
        Section("Making", describe_making(manifest)),
        describe_use(manifest),
        describe_verification(manifest),
    ]
    return write_markdown(title_datasheet(manifest, sections))


def _text(manifest: Mapping[str, Any]) -> Section:
    counts, languages = manifest["counts"], manifest["languages"]
    facts = [
        ("Languages", " to ".join(name_language(languages[side]) for side in ("source", "target"))),
        ("Test set", f"{manifest['test_set']['name']} (SHA-256 {manifest['test_set']['sha256']})"),
        ("Segments", show_number(counts["segments"])),
        ("Expressions", show_number(counts["expressions"])),
        ("References", show_number(counts["references"])),
        ("Judgements of studies done elsewhere", show_number(counts["study_judgements"])),
    ]
    rows = [(name, system["missing"]) for name, system in manifest["systems"].items()]
    return Section("Text", facts, [Table("Systems", ("System", "missing outputs"), rows)])


def _scores(manifest: Mapping[str, Any]) -> Section:
    rows = [(f"{row['system']}: {row['measure']}", row["figure"]) for row in manifest["board"]]
    notes = ["Intervals, further figures and signatures are in scores.jsonl."]
    if few := note_on_number(manifest["counts"]["segments"]):
        notes.append(few)
    return Section("Scores", tables=[Table("First figure of each measure", ("System and measure", "figure"), rows)],
                   notes=notes) if rows else Section("Scores", notes=["Nothing was measured."])  # fmt: skip


def _judging(judging: Mapping[str, Any]) -> Section:
    facts = [
        ("Method", judging["method"]),
        ("Questions", show_number(judging["tasks"])),
        ("Adjudicated questions", show_number(judging["adjudicated"])),
    ]
    return Section(f"Judging round {judging['number']}: {' '.join(judging['name'].split())}", facts,
                   notes=["Agreement, means of systems and annotators are in report.json."])  # fmt: skip
