"""TESLA-M: matches between words of translation and reference, by lemma, synonym and part of speech.

A value is [mean over the references, matched words, compounds], or null if no reference has a word. Matched words are
[of the translation, of the reference, similarity], compounds [first word, words, compositionality], both of the first
reference. If the translation or a reference has uploaded lemmas, then [words of the translation, words of that
reference] follow, as they were compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from typing import Any

from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.segmentation import segment_words
from annotation_site.texts.token_places import Span
from evaluation.measures.base import Figure, Measure, Side, Value
from evaluation.measures.options import Options
from evaluation.measures.reasons import Looked
from evaluation.measures.segments import Given, Measured, NoLemmas
from evaluation.measures.words import is_english
from evaluation.metrics.tesla.score import Compound, Kind, TeslaOptions, TeslaScore, score_tesla
from evaluation.metrics.tesla.tagging import english_tagger, name_tagger
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.words import Lemmatise, name_lemmatiser, name_splitter

FindCompounds = Callable[[Sequence[TeslaToken]], list[Compound]]


def find_none(tokens: Sequence[TeslaToken]) -> list[Compound]:
    """Return no compounds: TESLA-M without compounds."""
    return []


@dataclass(frozen=True, slots=True)
class Prepared:
    """Functions that make tokens, compare them, and find compounds."""

    language: str
    maker: TokenMaker
    options: TeslaOptions
    find_compounds: FindCompounds = find_none

    def make_tokens(self, text: str, words: Sequence[ConlluWord] | None) -> list[TeslaToken]:
        """Return tokens of the uploaded words if there are any, else of the text."""
        if words is not None:
            return self.maker.make_from_conllu(words)
        return self.maker.make_from_words(segment_words(text, self.language))

    def list_forms(self, text: str, words: Sequence[ConlluWord] | None) -> list[str]:
        return [word.form for word in words] if words is not None else segment_words(text, self.language)


@dataclass(frozen=True, slots=True)
class MatchedWord:
    """A word of the reference with the word of the translation that it was matched with, if any."""

    reference: str
    hypothesis: str
    similarity: float | None
    in_compound: bool


@dataclass(frozen=True, slots=True)
class FoundCompound:
    """A compound of the reference, as written there, with its compositionality from 0 to 1."""

    words: str
    compositionality: float


@dataclass(frozen=True, slots=True)
class Matching:
    """The matched words and compounds of the first reference."""

    matched: Sequence[MatchedWord]
    compounds: Sequence[FoundCompound]
    template: str = "evaluation/measures/matched_words.html"
    spans_by_kind: Mapping[str, Sequence[Span]] = field(default_factory=dict)

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        return {
            "matched": [asdict(word) for word in self.matched],
            "compounds": [asdict(compound) for compound in self.compounds],
        }


class Tesla(Measure[Prepared]):
    """TESLA-M, averaged over references."""

    name = "tesla"
    title = "TESLA-M"
    help = "TESLA-M: which words of the reference are there, by lemma, synonym and part of speech"
    figures: Sequence[Figure] = (Figure("score", "TESLA-M", itemgetter(0)),)
    reads_wordnet = True
    reason = "No reference has a word."
    left_out_reason = "have no word in the reference"
    reason_keys = ("matched", "compounds")

    def word_sides(self, options: Options) -> frozenset[Side]:
        return frozenset({"target"})

    def lemma_sides(self, options: Options, *, is_whole: bool) -> frozenset[Side]:
        """Return no side if every text has uploaded lemmas: the language then needs no lemmatiser."""
        return frozenset() if is_whole else self.word_sides(options)

    def name_tools(self, options: Options, language: str) -> list[str]:
        return [name_lemmatiser(language), *([name_tagger()] if is_english(language) else [])]

    def prepare(self, given: Given) -> Prepared:
        """Use parts of speech only if every text has them or a tagger finds them: systems would otherwise be compared
        by different measures.
        """
        maker = _make_maker(given)
        similarities: tuple[Kind, ...] = ("ms", "pos") if maker.reads_upos else ("ms",)
        return Prepared(given.target_language, maker, TeslaOptions(similarities))

    def count(self, segments: Sequence[Measured], prepared: Prepared) -> list[Value]:
        return [score_segment(segment, prepared)[0] for segment in segments]

    def sign(self, given: Given, prepared: Prepared) -> dict[str, object]:
        return name_words(given, prepared)

    def explain(self, looked: Looked) -> Matching | None:
        if not looked.value:
            return None
        _, matches, compounds, *words = looked.value
        theirs, first = words[0] if words else _split_again(looked)
        partners = {reference: (theirs[hypothesis], similarity) for hypothesis, reference, similarity in matches}
        inside = {start + offset for start, length, _ in compounds for offset in range(length)}
        matched = [
            MatchedWord(word, *partners.get(position, ("", None)), in_compound=position in inside)
            for position, word in enumerate(first)
        ]
        found_compounds = [
            FoundCompound(" ".join(first[start : start + length]), score) for start, length, score in compounds
        ]
        return Matching(matched, found_compounds)


def name_words(given: Given, prepared: Prepared) -> dict[str, object]:
    """Return the language and the sources of words, lemmas, parts of speech and synonyms, for a signature."""
    return {
        "tokens": "conllu" if given.is_whole else name_splitter(given.target_language),
        "language": given.target_language,
        "lemmas": "conllu" if given.is_whole else name_lemmatiser(given.target_language),
        "similarities": "+".join(prepared.options.similarities),
        "pos": "conllu" if given.has_pos else prepared.maker.pos_source,
        "synsets": "wordnet-3.0" if prepared.maker.wordnet else "none",
    }


def score_segment(segment: Measured, prepared: Prepared) -> tuple[Value, list[TeslaScore], int]:
    """Return the value, the scores by each reference, and the number of compounds in the first."""
    hypothesis = prepared.make_tokens(segment.hypothesis, segment.words.hypothesis)
    scores: list[TeslaScore] = []
    reason: list[Any] = []
    for index, text in enumerate(segment.references):
        words = segment.words.references.get(index)
        reference = prepared.make_tokens(text, words)
        if not reference:
            continue
        compounds = prepared.find_compounds(reference)
        score = score_tesla(hypothesis, reference, compounds, prepared.options, with_word_matches=not scores)
        if score is None:  # only where both are empty
            continue
        if not scores:
            matches = [[match.hypothesis, match.reference, round(match.similarity, 4)] for match in score.matches]
            reason = [matches, [[compound.start, compound.length, compound.compositionality] for compound in compounds]]
            if segment.words.hypothesis is not None or segment.words.references:
                sides = (segment.hypothesis, segment.words.hypothesis), (text, words)
                reason.append([prepared.list_forms(*side) for side in sides])
        scores.append(score)
    if not scores:
        return None, [], 0
    return [sum(score.score for score in scores) / len(scores), *reason], scores, len(reason[1])


def _split_again(looked: Looked) -> tuple[list[str], list[str]]:
    """Return the words of texts without uploaded lemmas, which are not stored: those of the translation and of the
    first reference that has any.
    """
    language = looked.target_language
    first = next(tokens for text in looked.references if (tokens := segment_words(text, language)))
    return segment_words(looked.hypothesis, language), first


def _make_maker(given: Given) -> TokenMaker:
    wordnet = given.wordnet() if given.wordnet else None
    english = is_english(given.target_language)
    is_tagged = english and given.options.get("pos", "tagger") == "tagger"
    tag = english_tagger() if is_tagged else None
    maker = TokenMaker(_find_lemmatiser(given), wordnet, is_english=english, tag=tag)
    maker.reads_upos = given.has_pos or maker.pos_source != "none"
    return maker


def _find_lemmatiser(given: Given) -> Lemmatise:
    try:
        return given.find_lemmatiser("target")
    except NoLemmas:
        if not given.is_whole:
            raise
        return str.lower
