"""The files of a compositionality release, written by the build and written again by `verify`: one place decides every
byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from annotation_site.releases.archives import to_json_line
from idiomaticity.formats import NO_HEAD
from idiomaticity.formats.compound_cells import CONTEXT
from idiomaticity.ratings.judgements import SCALES
from idiomaticity.releases.contents import ReleasedStudy
from idiomaticity.releases.derived import write_derived
from idiomaticity.releases.known import write_known
from idiomaticity.releases.records import PARTS, ReleasedCompound, ReleasedRating
from idiomaticity.releases.tables import CLASSES, COMPOUNDS, DECISIONS, EXCLUDED, GIVEN, RATINGS, write_table


def write_files(study: ReleasedStudy) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield every file by name with its text in pieces, without tables in Parquet and metadata."""
    yield COMPOUNDS, (to_json_line(_compound_to_json(compound)) for compound in study.compounds)
    columns = ["compound", "sentence", "scale", "annotator", "rating", "guideline", *(["list"] * study.has_lists)]
    beside = ["machine", "machine_score", "shown"] * study.has_machine_scores
    yield RATINGS, write_table([*columns, *beside], _rate(study))
    yield GIVEN, write_table(("compound", "sentence", "annotator", "position", "paraphrase"), _give(study))
    yield DECISIONS, write_table(("compound", "paraphrase", "decision", "into"), _decide(study))
    yield CLASSES, write_table(("compound", "expert", "class"), _classify(study))
    if study.known:
        yield from write_known(study.known, study.checks)
    yield from write_derived(study)


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
            beside = _write_machine_score(rating, scale) if study.has_machine_scores else ()
            yield (*of, scale, _name(rating), value, rating.guideline or "", *given, *beside)


def _write_machine_score(rating: ReleasedRating, scale: str) -> Sequence[object]:
    beside = rating.machine_scores
    if beside is None or scale not in beside.scores:
        return "", "", ""
    return beside.machine, beside.scores[scale], "false" if beside.is_control else "true"


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
        **{name: mean for name in PARTS if (mean := getattr(compound, name)) is not None},
        **_list_published(compound.published_paraphrases),
        "sentences": [
            {
                "number": each.number,
                "text": each.text,
                "spans": [list(span) for span in each.spans],
                "published_mean": each.published_mean,
                "is_rated": each.is_rated,
                **_list_published(each.published_paraphrases),
                **{name: text for name in CONTEXT if (text := getattr(each, name))},
            }
            for each in compound.sentences
        ],
    }


def _list_published(paraphrases: tuple[str, ...]) -> dict[str, list[str]]:
    return {"published_paraphrases": list(paraphrases)} if paraphrases else {}
