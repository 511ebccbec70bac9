"""The datasheet of a release: its contents and how it was made, from its manifest alone, for the page and
for the zip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.releases.metadata.datasheet import (
    Datasheet,
    Section,
    Table,
    describe_machines,
    describe_use,
    describe_verification,
    name_language,
    show_number,
    title_datasheet,
)

POLICIES = {
    "wags": "WAGS: links with the same label in all readings keep it; open disagreements are Possible.",
    "och-ney": "Och & Ney: links that are Sure in all readings are Sure; all other links are Possible.",
    "majority": "Majority: links in more than half of the readings; Sure if more than half say Sure.",
}
CAUSES = {
    "agreed": "all annotators agreed",
    "majority": "majority of annotators",
    "policy": "undecided or left open on purpose, Possible by the gold policy",
    "decided": "decided by the adjudicator",
    "dropped_by_majority": "dropped: no majority",
    "dropped_by_decided": "dropped by the adjudicator",
}
# Outcomes of links on which annotators differ and the adjudicator has not decided.
SETTLED_BY_POLICY = ("policy", "majority", "dropped_by_majority")


def make_datasheet(manifest: Mapping[str, Any]) -> Datasheet:
    """Return the datasheet of a manifest; information that an older manifest lacks is left out."""
    source, target = (name_language(manifest["languages"][side]) for side in ("source", "target"))
    sections = [_text(manifest, source, target), _links(manifest, source, target)]
    if "frequencies" in manifest:
        sections.append(_frequencies(manifest["frequencies"], source, target))
    sections += [
        _annotation(manifest),
        _agreement(manifest["agreement"]),
        *describe_machines(manifest),
        describe_use(manifest),
        describe_verification(manifest),
    ]
    return title_datasheet(manifest, sections)


def count_undecided(manifest: Mapping[str, Any]) -> int | None:
    """Return the number of disagreements that nobody decided, without those left open on purpose; None if the manifest
    is of before origins were counted.
    """
    if "origins" not in manifest:
        return None
    settled: int = sum(manifest["origins"].get(outcome, 0) for outcome in SETTLED_BY_POLICY)
    return max(settled - manifest["counts"]["left_open"], 0)


def _text(manifest: Mapping[str, Any], source: str, target: str) -> Section:
    counts, is_full = manifest["counts"], manifest["project"]["scope"] == "full"
    facts = [
        ("Languages", f"{source} to {target}"),
        ("Sentence pairs", show_number(counts["pairs"])),
        ("Words", f"{show_number(counts['source_tokens'])} {source}, {show_number(counts['target_tokens'])} {target}"),
        ("Scope", "full text: every word" if is_full else "target words and the words linked with them"),
    ]
    if not is_full and "source_target_words" in counts:
        words = [show_number(counts[f"{side}_target_words"]) for side in ("source", "target")]
        facts.append(("Target words", f"{words[0]} {source}, {words[1]} {target}"))
    files = [f"{file['name']} (SHA-256 {file['sha256']})" for file in manifest["inputs"]]
    return Section("Text", [*facts, *(("Imported from", file) for file in files)])


def _list_undefined(counts: Mapping[str, Any], source: str, target: str) -> list[tuple[str, str]]:
    """Return a row on words with neither a link nor a mark, of releases that counted them."""
    if "undefined_source" not in counts:
        return []
    sides = (counts["undefined_source"], source), (counts["undefined_target"], target)
    numbers = ", ".join(f"{show_number(number)} {language}" for number, language in sides)
    return [("Words without a link or a mark", numbers if any(number for number, _ in sides) else "None")]


def _links(manifest: Mapping[str, Any], source: str, target: str) -> Section:
    counts = manifest["counts"]
    facts = [
        ("Sure links", show_number(counts["sure"])),
        ("Possible links", show_number(counts["possible"])),
        ("Words marked as no counterpart", f"{show_number(counts['unaligned_source'])} {source}, "
         f"{show_number(counts['unaligned_target'])} {target}"),
        *_list_undefined(counts, source, target),
        ("Policy", POLICIES.get(manifest["policy"], manifest["policy"])),
    ]  # fmt: skip
    tables = []
    if "origins" in manifest:
        rows = [(CAUSES[cause], count) for cause, count in _ordered(manifest["origins"], CAUSES) if count]
        tables.append(Table("Origin of each link in provenance.jsonl", ("Cause", "Links"), rows))
    return Section("Gold links", facts, tables)


def _tabulate_side(name: str, bands: Sequence[Mapping[str, Any]]) -> Table:
    header = ("Frequency", "word forms", "words", "no counterpart", "Sure links per linked word")
    rows = [(_frequency(row["band"]), row["types"], row["tokens"], row["unaligned"], row["fertility"]) for row in bands]
    return Table(f"{name} words by frequency", header, rows)


def _frequencies(frequencies: Mapping[str, Any], source: str, target: str) -> Section:
    bands, links = [_frequency(name) for name in frequencies["bands"]], frequencies["links"]
    rows = [(name, *row, sum(row)) for name, row in zip(bands, links, strict=True)]
    totals = [sum(column) for column in zip(*links, strict=True)]
    crossed = Table(
        f"Gold links by word frequency: {source} in rows, {target} in columns",
        (source, *bands, "total"),
        [*rows, ("total", *totals, sum(totals))],
    )
    return Section(
        "Frequency of words",
        tables=[crossed, _tabulate_side(source, frequencies["source"]), _tabulate_side(target, frequencies["target"])],
        notes=[
            f"Frequencies are from {frequencies['of']}, not from a system's training text: a word that is rare "
            "here may be common elsewhere.",
            "Sure links per linked word (fertility): mean over words with at least one Sure link.",
        ],
    )


def _annotation(manifest: Mapping[str, Any]) -> Section:
    counts = manifest["counts"]
    readings = f"{show_number(counts['readings'])}, {manifest['annotators_per_pair']} per pair"
    facts = [("Readings", readings)]
    if "annotators" in counts:
        facts.insert(0, ("Annotators", show_number(counts["annotators"])))
    adjudicated = f"{show_number(counts['decisions'])} decided, {show_number(counts['left_open'])} left open on purpose"
    if (undecided := count_undecided(manifest)) is not None:
        adjudicated += f", {show_number(undecided)} undecided"
    facts.append(("Adjudication", adjudicated))
    if not manifest.get("separate_readings", True):
        facts.append(("Separate readings", "not in this release"))
    facts += [
        ("Guidelines", f"version {row['version']}: {show_number(row['readings'])} readings")
        if row["version"]
        else ("Guidelines", f"none: {show_number(row['readings'])} readings")
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
        facts.append(("Link items", show_number(agreement["items"])))
    rows = [(" – ".join(row["annotators"]), row["any"], row["both"], row["sure"], row["possible"])
            for row in agreement["pairs"]]  # fmt: skip
    table = Table(
        f"Pairwise AGR on links {agreement['links']}",
        ("Annotators", "any label", "same label", "Sure", "Possible"),
        rows,
    )
    return Section("Agreement", facts, [table] if rows else [], agreement["reasons"])


def _frequency(name: str) -> str:
    return "once" if name == "1" else f"{name.replace('-', '–').replace('+', ' or more')} times"


def _ordered(counts: Mapping[str, int], order: Mapping[str, str]) -> list[tuple[str, int]]:
    return [(key, counts.get(key, 0)) for key in order]
