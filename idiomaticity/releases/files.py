"""The files of a compositionality release, written by the build and written again by `verify`: one place decides every
byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation_site.projects.licences import write_licence
from annotation_site.releases.archives import README, to_json_line
from idiomaticity.formats import NO_HEAD
from idiomaticity.ratings.judgements import SCALES
from idiomaticity.ratings.score_scale import ScoreScale
from idiomaticity.releases.contents import ReleasedStudy
from idiomaticity.releases.derived import write_derived
from idiomaticity.releases.records import ReleasedCompound, ReleasedRating
from idiomaticity.releases.tables import CLASSES, COMPOUNDS, DECISIONS, EXCLUDED, GIVEN, RATINGS, write_table

_README = """What is in this release
=======================
manifest.json             counts, agreement, policy, hashes: `python manage.py verify FILE.zip` computes all of it again
nctti.tsv                 one compound a line in the columns of the NCTTI data set: class (C compositional, PC partly,
                          NC idiomatic), type score, mean of each sentence, type-level and token-level paraphrases
sentences.csv             the sentences of each compound, in the columns of the same data set
scores.tsv                token score (mean of all ratings of the whole, pooled), spread of the sentence means (sd,
                          ddof 1), and how many ratings each mean rests on
paraphrases.tsv           every paraphrase that counts, with its level and how often it was given for each sentence
ratings.tsv               raw ratings in long form, {scale}, -1 for “cannot judge”; annotators by pseudonym,
                          those left out of all figures marked _excluded; where lists were given out, their numbers
paraphrases-given.tsv     paraphrases as they were given, by pseudonym
paraphrase-decisions.tsv  variants merged and junk rejected; with an empty compound for every compound
classes.tsv               classes as each expert gave them, blindly, by pseudonym
compounds.jsonl           compounds and sentences with the place of the compound (code points, end excluded), imported
                          and decided classes, notes
{questions}
Licence
=======
{licence}

How to cite
===========
{citation}
"""


def write_files(study: ReleasedStudy, manifest: Mapping[str, Any]) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield every file by name with its text in pieces; the manifest need not have its numbers yet."""
    texts = {"licence": write_licence(manifest["licence"]), "citation": manifest["citation"]}
    questions = _write_questions(manifest["questions"]) if "questions" in manifest else ""
    yield README, iter([_README.format(**texts, scale=study.scale, questions=questions)])
    yield COMPOUNDS, (to_json_line(_compound_to_json(compound)) for compound in study.compounds)
    columns = ("compound", "sentence", "scale", "annotator", "rating", "guideline", *(["list"] * study.has_lists))
    yield RATINGS, write_table(columns, _rate(study))
    yield GIVEN, write_table(("compound", "sentence", "annotator", "position", "paraphrase"), _give(study))
    yield DECISIONS, write_table(("compound", "paraphrase", "decision", "into"), _decide(study))
    yield CLASSES, write_table(("compound", "expert", "class"), _classify(study))
    yield from write_derived(study)


def _write_questions(asked: Mapping[str, Any]) -> str:
    """Return the section on questions, as annotators read them; releases of before they could be set have none."""
    wording = asked["wording"]
    texts = [tuple(wording[f"{scale}_{part}"] for part in ("question", "low", "high")) for scale in SCALES]
    rows = [(scale, *text, asked["scale"]) for scale, text in zip(SCALES, texts, strict=True)]
    rows += [(each["name"], each["question"], each["low"], each["high"], each["scale"]) for each in asked["extra"]]
    lines = ["", "Questions", "========="]
    for name, question, low, high, on in rows:
        scale = ScoreScale.from_json(on)
        labels = {**scale.labels, scale.lowest: low or scale.labels.get(scale.lowest, "")}
        labels[scale.highest] = high or scale.labels.get(scale.highest, "")
        ends = ", ".join(f"{value} {labels[value]}" for value in sorted(labels) if labels[value])
        lines.append(f"{name}: {question} ({scale}{': ' if ends else ''}{ends})")
    lines += [f"paraphrases: {wording['paraphrase_question']}", f"-1: {wording['cannot_judge']}", ""]
    return "\n".join(lines)


def _name(rating: ReleasedRating) -> str:
    return rating.annotator + EXCLUDED * rating.is_excluded


def _rate(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    texts = {compound.number: compound.text for compound in study.compounds}
    for rating in study.ratings:
        of = texts[rating.compound], rating.sentence or ""
        names = [*(each for each in SCALES if each in rating.scores), *sorted(rating.scores.keys() - set(SCALES))]
        scores: list[tuple[str, object]] = [(each, rating.scores[each]) for each in names]
        # A row without a scale keeps annotators who gave paraphrases alone.
        for scale, value in scores or [("", "")]:
            given = [rating.list_number or ""] if study.has_lists else []
            yield (*of, scale, _name(rating), value, rating.guideline or "", *given)


def _give(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    texts = {compound.number: compound.text for compound in study.compounds}
    for rating in study.ratings:
        for position, text in enumerate(rating.paraphrases, start=1):
            yield texts[rating.compound], rating.sentence or "", _name(rating), position, " ".join(text.split())


def _decide(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    texts = {compound.number: compound.text for compound in study.compounds}
    for row in study.decisions.rows:
        yield texts[row.compound] if row.compound else "", row.form, row.action, row.into


def _classify(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    for compound in study.compounds:
        for expert, given in sorted(study.class_judgements.get(compound.number, {}).items()):
            yield compound.text, expert, given


def _compound_to_json(compound: ReleasedCompound) -> dict[str, Any]:
    return {
        "number": compound.number,
        "compound": compound.text,
        "modifier": compound.modifier or NO_HEAD,
        "head": compound.head or NO_HEAD,
        "imported_class": compound.imported_class,
        "decided_class": compound.decided_class,
        "note": compound.note,
        "published_type_score": compound.published_type_score,
        **_list_published(compound.published_paraphrases),
        "sentences": [
            {
                "number": each.number,
                "text": each.text,
                "spans": [list(span) for span in each.spans],
                "published_mean": each.published_mean,
                "is_rated": each.is_rated,
                **_list_published(each.published_paraphrases),
            }
            for each in compound.sentences
        ],
    }


def _list_published(paraphrases: tuple[str, ...]) -> dict[str, list[str]]:
    return {"published_paraphrases": list(paraphrases)} if paraphrases else {}
