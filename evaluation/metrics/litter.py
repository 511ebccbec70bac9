"""LitTER: share of translations in which a word of an expression has been translated literally; lower is better.

1. The tokens of the expression's spans, punctuation dropped.
2. A token's dictionary translations are its blocklist.
3. A blocklist that shares any word with the reference is removed whole.
4. An error if a word of the remaining blocklists is in the hypothesis.

Words are compared in lower case without accents. Without a token the sentence is not counted; without blocklists it is
counted and has no error. Source: Baziotis, Mathur & Hasler 2023.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from annotation_site.texts.conllu import ConlluWord
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.words import Lemmatise, fold, is_word


@dataclass(frozen=True, slots=True)
class LitterOptions:
    """Options beyond the paper: source words that get no blocklist (lower-case), and lemmas.

    With `source_lemma` a token is also looked up by its lemma; with `target_lemma` words are equal when their lemmas
    are, in the reference and in the hypothesis.
    """

    stop_words: Collection[str] = ()
    source_lemma: Lemmatise | None = None
    target_lemma: Lemmatise | None = None


@dataclass(frozen=True, slots=True)
class KnownLemmas:
    """Lemmas that came with the three sentences, by the word in lower case; they count in place of the options' where
    these ask for lemmas."""

    source: Mapping[str, Collection[str]] = field(default_factory=dict)
    reference: Mapping[str, Collection[str]] = field(default_factory=dict)
    hypothesis: Mapping[str, Collection[str]] = field(default_factory=dict)


def list_lemmas(words: Iterable[ConlluWord]) -> dict[str, list[str]]:
    """Return the lemmas of each form in a sentence; a form may have several."""
    lemmas_by_form: dict[str, list[str]] = {}
    for word in words:
        if word.lemma is not None:
            lemmas_by_form.setdefault(word.form.lower(), []).append(word.lemma)
    return lemmas_by_form


# What most calls are without: made once.
_PLAIN, _UNKNOWN = LitterOptions(), KnownLemmas()


class Blocklist(NamedTuple):
    """A token's translations; `in_reference` and `in_hypothesis` are those found there. Removed when any is in the
    reference."""

    token: str
    words: tuple[str, ...]
    in_reference: tuple[str, ...]
    in_hypothesis: tuple[str, ...]

    @property
    def is_removed(self) -> bool:
        return bool(self.in_reference)


class LitterResult(NamedTuple):
    """Result for one sentence: its blocklists, the words that triggered and their positions in the hypothesis.

    Each triggered word occurs once, as the dictionary spells it. A hypothesis without a word is an error, too: a system
    would gain by every sentence that it leaves out.
    """

    blocklists: tuple[Blocklist, ...]
    triggered: tuple[str, ...]
    positions: tuple[int, ...]
    is_empty: bool

    @property
    def is_error(self) -> bool:
        return self.is_empty or bool(self.triggered)


def find_literal_words(
    span: Sequence[str],
    reference: Sequence[str],
    hypothesis: Sequence[str],
    dictionary: BilingualDictionary,
    options: LitterOptions | None = None,
    known: KnownLemmas | None = None,
) -> LitterResult | None:
    """Compare the tokens of the spans with those of the reference and the hypothesis.

    Return None if the spans hold nothing but punctuation.
    """
    options, known = options or _PLAIN, known or _UNKNOWN
    words = [token for token in span if is_word(token)]
    if not words:
        return None
    in_reference = _find_forms(reference, options.target_lemma, known.reference)
    in_hypothesis = _find_forms(hypothesis, options.target_lemma, known.hypothesis)
    blocklists = []
    for token in words:
        if translations := _look_up(token, dictionary, options, known.source):
            listed = _list_forms(translations, options.target_lemma)
            shared, shared_translations = listed.find_words(in_reference), listed.find_words(in_hypothesis)
            blocklists.append(Blocklist(token, translations, shared, shared_translations))
    triggered = tuple(
        dict.fromkeys(word for blocklist in blocklists if not blocklist.is_removed for word in blocklist.in_hypothesis)
    )
    positions: tuple[int, ...] = ()
    if triggered:
        wanted = _list_forms(triggered, options.target_lemma).all
        forms = _list_forms_of(hypothesis, options.target_lemma, known.hypothesis)
        positions = tuple(index for index, word_forms in enumerate(forms) if not wanted.isdisjoint(word_forms))
    return LitterResult(tuple(blocklists), triggered, positions, not any(map(is_word, hypothesis)))


def _look_up(
    token: str, dictionary: BilingualDictionary, options: LitterOptions, known: Mapping[str, Collection[str]]
) -> tuple[str, ...]:
    if options.stop_words and token.lower() in options.stop_words:
        return ()
    translations = dictionary.translate(token)
    if options.source_lemma is None:
        return translations
    lemmas = known.get(token.lower()) or (options.source_lemma(token),)
    return tuple(dict.fromkeys(chain(translations, *map(dictionary.translate, lemmas))))


class _ListedForms(NamedTuple):
    """Words with the forms of each, and the forms of all."""

    words: tuple[str, ...]
    forms: tuple[Collection[str], ...]
    all: frozenset[str]

    def find_words(self, among: set[str]) -> tuple[str, ...]:
        """Return the words that have a form among these; of most lists none has."""
        if self.all.isdisjoint(among):
            return ()
        return tuple(
            [word for word, word_forms in zip(self.words, self.forms, strict=True) if not among.isdisjoint(word_forms)]
        )


# Few source words occur, many times each.
@functools.lru_cache(1 << 14)
def _list_forms(words: tuple[str, ...], lemmatise: Lemmatise | None) -> _ListedForms:
    forms = tuple([_forms(word, lemmatise) for word in words])
    return _ListedForms(words, forms, frozenset(chain.from_iterable(forms)))


_fold = functools.lru_cache(1 << 16)(fold)


def _forms(word: str, lemmatise: Lemmatise | None, lemmas: Collection[str] = ()) -> Collection[str]:
    if lemmatise is None:
        return (_fold(word),)
    return {_fold(spelling) for spelling in (word, *(lemmas or (lemmatise(word),)))}


def _find_forms(tokens: Sequence[str], lemmatise: Lemmatise | None, known: Mapping[str, Collection[str]]) -> set[str]:
    """Return the forms of all tokens."""
    if lemmatise is not None:
        return set(chain.from_iterable(_list_forms_of(tokens, lemmatise, known)))
    return {*map(_fold, tokens), *_join_elided(tokens).values()}


def _list_forms_of(
    tokens: Sequence[str], lemmatise: Lemmatise | None, known: Mapping[str, Collection[str]]
) -> list[Collection[str]]:
    """Return the forms of each token."""
    forms = [_forms(token, lemmatise, known.get(token.lower(), ())) for token in tokens]
    for index, joined in _join_elided(tokens).items():
        forms[index] = {*forms[index], joined}
    return forms


def _join_elided(tokens: Sequence[str]) -> dict[int, str]:
    """Return each token that ends in an apostrophe joined with the next one, because dictionaries have words such as
    aujourd'hui, which the tokeniser splits.
    """
    if "'\n" not in "\n".join(tokens):
        return {}
    return {index: fold(token + tokens[index + 1]) for index, token in enumerate(tokens[:-1]) if token[-1] == "'"}
