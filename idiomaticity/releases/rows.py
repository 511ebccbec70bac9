"""The rows that a study adds to the tables of its release."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from idiomaticity.formats import NO_HEAD
from idiomaticity.formats.compound_cells import CONTEXT
from idiomaticity.releases.contents import CompoundResult, RatingsPart, ReleasedStudy
from idiomaticity.releases.files import EXCLUDED
from idiomaticity.releases.records import PARTS, TYPE, ReleasedCompound, ReleasedRating, ReleasedSentence
from idiomaticity.results.separation.figures import LabelledOccurrence
from idiomaticity.scales.judgements import SCALES

Rows = Iterator[Sequence[object]]


def list_compounds(study: ReleasedStudy) -> Iterator[dict[str, Any]]:
    return map(_compound_to_json, study.compounds)


def list_sentences(study: ReleasedStudy) -> Rows:
    """Yield every sentence with its compound, number, and spans as JSON."""
    for compound in study.compounds:
        for sentence in compound.sentences:
            spans = json.dumps([list(span) for span in sentence.spans])
            yield compound.text, sentence.number, sentence.text, spans


def name_rating_columns(study: ReleasedStudy) -> list[str]:
    """Return the header of ratings, with those of lists and machines' scores where the study had these."""
    columns = ["compound", "sentence", "scale", "annotator", "rating", "guideline"]
    if study.has_lists:
        columns.append("list")
    if study.has_machine_scores:
        columns += ["machine", "machine_score", "shown"]
    return columns


def list_rating_cells(part: RatingsPart) -> Rows:
    """Yield every score as cells."""
    study = part.study
    for rating in part.ratings:
        for scale, value in _list_scores(rating):
            cells: list[object] = [
                study.texts[rating.compound],
                rating.sentence,
                scale,
                _name(rating),
                value,
                rating.guideline,
            ]
            if study.has_lists:
                cells.append(rating.list_number)
            if study.has_machine_scores:
                cells += _list_machine_cells(rating, scale)
            yield _as_cells(cells)


def list_ratings(part: RatingsPart) -> Rows:
    """Yield every score with its annotator, and whether that one is excluded."""
    for rating in part.ratings:
        of_rating = part.study.texts[rating.compound], rating.sentence
        by = rating.annotator, rating.is_excluded
        for scale, value in _list_scores(rating):
            yield *of_rating, scale, *by, value, rating.guideline


def _list_scores(rating: ReleasedRating) -> list[tuple[str | None, int | None]]:
    """Return scales with their scores; one without either keeps annotators who gave paraphrases alone."""
    names: list[str] = [scale for scale in SCALES if scale in rating.scores]
    names += sorted(set(rating.scores).difference(SCALES))
    return [(name, rating.scores[name]) for name in names] or [(None, None)]


def _list_machine_cells(rating: ReleasedRating, scale: str | None) -> list[object]:
    beside = rating.machine_scores
    if beside is None or scale is None or scale not in beside.scores:
        return [None, None, None]
    return [beside.machine, beside.scores[scale], "false" if beside.is_control else "true"]


def _name(rating: ReleasedRating) -> str:
    return rating.annotator + EXCLUDED * rating.is_excluded


def list_given(part: RatingsPart) -> Rows:
    """Yield paraphrases as they were given."""
    for rating in part.ratings:
        of_rating = part.study.texts[rating.compound], rating.sentence, _name(rating)
        for position, text in enumerate(rating.paraphrases, start=1):
            yield _as_cells([*of_rating, position, " ".join(text.split())])


def list_decisions(study: ReleasedStudy) -> Rows:
    for row in study.decisions.rows:
        yield study.texts[row.compound] if row.compound else "", row.form, row.action, row.into


def list_classes(study: ReleasedStudy) -> Rows:
    for compound in study.compounds:
        for expert, judged in sorted(study.class_judgements.get(compound.number, {}).items()):
            yield compound.text, expert, judged


def name_numbered(study: ReleasedStudy, *prefixes: str) -> list[str]:
    """Return a column for each sentence that a compound has at most, under each prefix in turn."""
    return [f"{prefix}{number}" for prefix in prefixes for number in range(1, study.most_sentences + 1)]


def name_nctti_columns(study: ReleasedStudy) -> list[str]:
    means, synonyms = name_numbered(study, "MeanS"), name_numbered(study, "SynonymsS")
    return ["compound", "CompScale", "CompType", *means, "Synonyms", *synonyms]


def list_nctti(study: ReleasedStudy) -> Rows:
    """Yield every compound in the columns of NCTTI."""
    for result in study.summary[0]:
        compound, score = result.compound, result.score
        of_type, by_sentence = _join_paraphrases(study, result)
        means = dict(zip((sentence.number for sentence in compound.sentences), score.sentence_means, strict=True))
        yield _as_cells(
            [
                *(compound.text, score.compound_class, _number(score.type)),
                *(_number(means.get(number)) for number in study.sentence_numbers),
                of_type,
                *map(by_sentence.get, study.sentence_numbers),
            ]
        )


def _join_paraphrases(study: ReleasedStudy, result: CompoundResult) -> tuple[str, dict[int, str]]:
    """Return the paraphrases of a compound at type level, and at token level by the number of the sentence; the
    published ones if nobody gave any.
    """
    compound = result.compound
    if not result.forms:
        published = {sentence.number: _join(sentence.published_paraphrases) for sentence in compound.sentences}
        return _join(compound.published_paraphrases), published
    tokens = [form for form, level in result.forms if level == "token"]
    of_type = _join(form.text for form, level in result.forms if level == "type")
    by_sentence = {}
    for index, number in enumerate(_list_rated(study, compound)):
        by_sentence[number] = _join(form.text for form in tokens if form.frequencies[index])
    return of_type, by_sentence


def list_distributed(study: ReleasedStudy) -> Rows:
    """Yield every compound with its sentences beside each other."""
    for compound in study.compounds:
        texts = {sentence.number: sentence.text for sentence in compound.sentences}
        yield _as_cells([compound.text, *map(texts.get, study.sentence_numbers)])


def name_score_columns(study: ReleasedStudy) -> list[str]:
    columns = ["compound", "class", "type_score", "token_score", "spread", "ratings"]
    return columns + (name_numbered(study, "ratings_s") if study.level != TYPE else [])


def list_score_cells(study: ReleasedStudy) -> Rows:
    """Yield every compound's scores, with the number of ratings of each sentence."""
    for result, row in zip(study.summary[0], list_scores(study), strict=True):
        compound, compound_class, *figures, ratings = row
        cells = [compound, compound_class, *map(_number, figures), ratings]
        if study.level != TYPE:
            numbers = (sentence.number for sentence in result.compound.sentences)
            counts = dict(zip(numbers, result.counts, strict=True))
            cells += map(counts.get, study.sentence_numbers)
        yield _as_cells(cells)


def list_scores(study: ReleasedStudy) -> Rows:
    """Yield every compound's class and scores."""
    for result in study.summary[0]:
        score = result.score
        figures = map(_round, (score.type, score.token, score.sentence_spread.value))
        yield result.compound.text, score.compound_class or None, *figures, sum(result.counts)


def name_paraphrase_columns(study: ReleasedStudy) -> list[str]:
    columns = ["compound", "paraphrase", "level", "frequency"]
    return columns + (name_numbered(study, "s") if study.level != TYPE else [])


def list_paraphrase_cells(study: ReleasedStudy) -> Rows:
    """Yield every paraphrase that counts, with its frequency in each sentence."""
    for result in study.summary[0]:
        rated = [sentence.number for sentence in result.compound.sentences if sentence.is_rated]
        for form, level in result.forms:
            cells: list[object] = [result.compound.text, form.text, level, form.total]
            if study.level != TYPE:
                cells += map(dict(zip(rated, form.frequencies, strict=True)).get, study.sentence_numbers)
            yield _as_cells(cells)


def list_paraphrases(study: ReleasedStudy) -> Rows:
    for result in study.summary[0]:
        for form, level in result.forms:
            yield result.compound.text, form.text, level, form.total


def list_occurrence_cells(study: ReleasedStudy) -> Rows:
    for compound, number, label, mean, *rest in list_occurrences(study):
        yield _as_cells([compound, number, label, _number(mean), *rest])


def list_occurrences(study: ReleasedStudy) -> Rows:
    """Yield every occurrence with its label, figures, and the sentences around it."""
    sentences = (sentence for compound in study.compounds for sentence in compound.sentences)
    pairs: Iterable[tuple[LabelledOccurrence, ReleasedSentence]] = zip(study.list_labelled(), sentences, strict=True)
    for labelled, sentence in pairs:
        figures = labelled.label or None, _round(labelled.mean), labelled.ratings
        yield labelled.compound, labelled.number, *figures, sentence.previous or None, sentence.next or None


def _list_rated(study: ReleasedStudy, compound: ReleasedCompound) -> list[int]:
    if study.level == TYPE:
        return []
    return [sentence.number for sentence in compound.sentences if sentence.is_rated]


def _as_cells(row: Iterable[object]) -> list[object]:
    """Return a row in which nothing is an empty cell."""
    return ["" if cell is None else cell for cell in row]


def _round(value: float | None) -> float | None:
    """Return at most six decimals: enough for a mean of ratings, and the same digits on every machine."""
    return None if value is None else round(float(value), 6)


def _number(value: object) -> str:
    return "" if value is None else repr(_round(value)).removesuffix(".0")  # type: ignore[arg-type]


def _join(texts: Iterable[str]) -> str:
    """Join texts as NCTTI does, with semicolons, replacing those inside the texts by commas."""
    return ";".join(text.replace(";", ",") for text in texts)


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
        "sentences": [_sentence_to_json(sentence) for sentence in compound.sentences],
    }


def _sentence_to_json(sentence: ReleasedSentence) -> dict[str, Any]:
    return {
        "number": sentence.number,
        "text": sentence.text,
        "spans": [list(span) for span in sentence.spans],
        "published_mean": sentence.published_mean,
        "is_rated": sentence.is_rated,
        **_list_published(sentence.published_paraphrases),
        **{name: text for name in CONTEXT if (text := getattr(sentence, name))},
    }


def _list_published(paraphrases: tuple[str, ...]) -> dict[str, list[str]]:
    return {"published_paraphrases": list(paraphrases)} if paraphrases else {}
