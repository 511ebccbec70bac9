"""The datasheet of a compositionality release, from its manifest alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import ScoreScale


def write_datasheet(manifest: Mapping[str, Any]) -> str:
    """Return DATASHEET.md."""
    sections = [
        _text(manifest),
        _questions(manifest["questions"]),
        _scores(manifest),
        Section("Annotation", list(_annotation(manifest))),
        _agreement(manifest["agreement"]),
        *describe_machines(manifest, _scores_beside(manifest["policy"])),
        describe_use(manifest),
        describe_verification(manifest),
    ]
    return write_markdown(title_datasheet(manifest, sections))


def _text(manifest: Mapping[str, Any]) -> Section:
    counts = manifest["counts"]
    facts = [
        ("Language", name_language(manifest["language"])),
        ("Compounds", show_number(counts["compounds"])),
        ("Sentences", show_number(counts["sentences"])),
    ]
    return Section("Text", facts)


def _questions(questions: Mapping[str, Any]) -> Section:
    """Return the questions as annotators read them."""
    wording = questions["wording"]
    rows: list[tuple[Any, ...]] = []
    for question in SCALES:
        texts = [wording[f"{question}_{part}"] for part in ("question", "low", "high")]
        rows.append((question, *texts, questions["scale"]))
    rows += [
        (extra["name"], extra["question"], extra["low"], extra["high"], extra["scale"]) for extra in questions["extra"]
    ]
    facts = []
    for name, sentence, low, high, on in rows:
        scale = ScoreScale.from_json(on)
        labels = {**scale.labels, scale.lowest: low or scale.labels.get(scale.lowest, "")}
        labels[scale.highest] = high or scale.labels.get(scale.highest, "")
        ends = ", ".join(f"{value} {labels[value]}" for value in sorted(labels) if labels[value])
        facts.append((name, f"{sentence} ({scale}{': ' if ends else ''}{ends})"))
    return Section(
        "Questions", [*facts, ("paraphrases", wording["paraphrase_question"]), ("-1", wording["cannot_judge"])]
    )


def _scores(manifest: Mapping[str, Any]) -> Section:
    rows = [
        (row["class"], row["compounds"], row["mean"]["value"], row["sd"]["value"], row["rho"]["value"])
        for row in manifest["scores"]
    ]
    table = Table("Token scores by class", ("Class", "compounds", "mean", "sd", "rho with type scores"), rows)
    paraphrases = manifest["paraphrases"]
    facts = [
        ("Paraphrases", show_number(paraphrases["different"])),
        ("At type level", show_number(paraphrases["type_level"])),
        ("At token level", show_number(paraphrases["token_level"])),
    ]
    tables = [table]
    if labels := manifest.get("labels"):
        own = [(row["label"] or "none", row["occurrences"], row["ratings"], row["mean"], row["sd"]) for row in labels]
        tables.append(Table("Ratings by label", ("Label", "occurrences", "ratings", "mean", "sd"), own))
        separation = manifest["label_separation"]
        ends = ""
        if separation["low"] is not None:
            ends = f" (95 % interval {separation['low']:.3f} to {separation['high']:.3f})"
        area = separation["reason"] if separation["auc"] is None else f"{separation['auc']:.3f}{ends}"
        facts.append(("Area under the curve, literal against idiomatic", area))
    return Section("Scores and paraphrases", facts, tables)


def _annotation(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts = manifest["counts"]
    yield "Annotators", show_number(counts["annotators"])
    yield "Ratings", show_number(counts["ratings"])
    for use, counted in manifest.get("known_answers", {}).items():
        yield f"Known answers: {use}", "{items} items, {ratings} answers, {met} as expected".format(**counted)
    for exclusion in manifest["policy"]["excluded"]:
        yield "Left out of all figures", f"{exclusion['annotator']}: {exclusion['reason']}"
    if beside := manifest["policy"].get("machine_scores"):
        machines = ", ".join(beside["machines"])
        yield (
            "Scores beside the questions",
            f"of {machines}, except on {beside['control_share']} % of each annotator’s items",
        )
    yield from describe_making(manifest)


def _scores_beside(policy: Mapping[str, Any]) -> dict[str, str]:
    machines = policy.get("machine_scores", {}).get("machines", ())
    return dict.fromkeys(machines, "ratings.tsv has the scores that raters were to see")


def _agreement(agreement: Mapping[str, Any]) -> Section:
    rows = []
    for name, row in agreement.items():
        alpha = row["alpha"]
        rows.append((name, row["units"], alpha["ordinal"]["value"], alpha["interval"]["value"]))
    header = ("Scale", "units", "ordinal", "interval")
    return Section("Agreement", tables=[Table("Krippendorff α by scale", header, rows)])
