"""The files of a compositionality release that follow from its other files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from idiomaticity.releases.contents import ReleasedStudy
from idiomaticity.releases.records import TYPE
from idiomaticity.releases.tables import NCTTI, OCCURRENCES, PARAPHRASES, SCORES, SENTENCES, write_table


def write_derived(study: ReleasedStudy) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the files that are computed from the others."""
    places = range(1, study.most_sentences + 1)
    nctti = ("compound", "CompScale", "CompType", *(f"MeanS{n}" for n in places), "Synonyms")
    yield NCTTI, write_table((*nctti, *(f"SynonymsS{n}" for n in places)), _nctti(study), is_quoted=True)
    sentences = ("compound", *(f"sentence{n}" for n in places))
    yield SENTENCES, write_table(sentences, _sentences(study), is_quoted=True, delimiter=",")
    own = [f"ratings_s{n}" for n in places] if study.level != TYPE else []
    header = ("compound", "class", "type_score", "token_score", "spread", "ratings", *own)
    yield SCORES, write_table(header, _score(study))
    own = [f"s{n}" for n in places] if study.level != TYPE else []
    yield PARAPHRASES, write_table(("compound", "paraphrase", "level", "frequency", *own), _paraphrases(study))
    if study.has_labels or study.has_contexts:
        header = ("compound", "sentence", "label", "mean", "ratings", "previous", "next")
        yield OCCURRENCES, write_table(header, _occurrences(study))


def _nctti(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    for result in study.summary[0]:
        compound, score, forms = result.compound, result.score, result.forms
        rated = [each.number for each in compound.sentences if each.is_rated] if study.level != TYPE else []
        place = {number: index for index, number in enumerate(rated)}
        tokens = [each for each, found in forms if found == "token"]
        by_sentence = {n: _join(each.text for each in tokens if each.frequencies[index]) for n, index in place.items()}
        types = _join(each.text for each, found in forms if found == "type")
        if not forms:
            types = _join(compound.published_paraphrases)
            by_sentence = {each.number: _join(each.published_paraphrases) for each in compound.sentences}
        means = dict(zip((each.number for each in compound.sentences), score.sentence_means, strict=True))
        yield (
            compound.text,
            score.compound_class,
            _number(score.type),
            *(_number(means.get(n)) for n in range(1, study.most_sentences + 1)),
            types,
            *(by_sentence.get(n, "") for n in range(1, study.most_sentences + 1)),
        )


def _sentences(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    for compound in study.compounds:
        texts = {each.number: each.text for each in compound.sentences}
        yield compound.text, *(texts.get(n, "") for n in range(1, study.most_sentences + 1))


def _score(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    for result in study.summary[0]:
        compound, score, counts = result.compound, result.score, result.counts
        own: list[object] = []
        if study.level != TYPE:
            by_number = dict(zip((each.number for each in compound.sentences), counts, strict=True))
            own = [by_number.get(n, "") for n in range(1, study.most_sentences + 1)]
        figures = (score.type, score.token, score.sentence_spread.value)
        yield compound.text, score.compound_class, *map(_number, figures), sum(counts), *own


def _paraphrases(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    for result in study.summary[0]:
        compound = result.compound
        rated = [each.number for each in compound.sentences if each.is_rated]
        for each, found in result.forms:
            own: list[object] = []
            if study.level != TYPE:
                by_number = dict(zip(rated, each.frequencies, strict=True))
                own = [by_number.get(n, "") for n in range(1, study.most_sentences + 1)]
            yield compound.text, each.text, found, each.total, *own


def _occurrences(study: ReleasedStudy) -> Iterator[Sequence[object]]:
    sentences = (sentence for compound in study.compounds for sentence in compound.sentences)
    for each, sentence in zip(study.list_labelled(), sentences, strict=True):
        figures = (_number(each.mean), each.ratings)
        yield each.compound, each.number, each.label, *figures, sentence.previous, sentence.next


def _number(value: float | None) -> str:
    """Return at most six decimals: enough for a mean of ratings, and the same digits on every machine."""
    return "" if value is None else repr(round(value, 6)).removesuffix(".0")


def _join(texts: Iterable[str]) -> str:
    """Join texts as NCTTI does, with semicolons, replacing those inside the texts by commas."""
    return ";".join(text.replace(";", ",") for text in texts)
