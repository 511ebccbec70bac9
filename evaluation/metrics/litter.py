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
from functools import partial
from itertools import chain

from evaluation.metrics.conllu import ConlluWord
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
    found: dict[str, list[str]] = {}
    for word in words:
        if word.lemma is not None:
            found.setdefault(word.form.lower(), []).append(word.lemma)
    return found


@dataclass(frozen=True, slots=True)
class Blocklist:
    """A token's translations; `in_reference` and `in_hypothesis` are those found there. Removed when any is in the
    reference."""

    token: str
    words: tuple[str, ...]
    in_reference: tuple[str, ...]
    in_hypothesis: tuple[str, ...]

    @property
    def is_removed(self) -> bool:
        return bool(self.in_reference)


@dataclass(frozen=True, slots=True)
class LitterResult:
    """Result for one sentence: its blocklists, the words that triggered and their places in the hypothesis.

    Each triggered word occurs once, as the dictionary spells it.
    """

    blocklists: tuple[Blocklist, ...]
    triggered: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def is_error(self) -> bool:
        return bool(self.triggered)


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
    options, known = options or LitterOptions(), known or KnownLemmas()
    words = [token for token in span if is_word(token)]
    if not words:
        return None
    in_reference = frozenset(chain.from_iterable(_forms_of(reference, options.target_lemma, known.reference)))
    forms = _forms_of(hypothesis, options.target_lemma, known.hypothesis)
    in_hypothesis = frozenset(chain.from_iterable(forms))
    blocklists = []
    for token in words:
        translations = _look_up(token, dictionary, options, known.source)
        if translations:
            # Without lemmas each form is at hand, and asking once for each word is most of the time.
            forms_of = _fold if options.target_lemma is None else partial(_forms, lemmatise=options.target_lemma)
            written = list(zip(translations, map(forms_of, translations), strict=True))
            shared = tuple(word for word, each in written if not in_reference.isdisjoint(each))
            found = tuple(word for word, each in written if not in_hypothesis.isdisjoint(each))
            blocklists.append(Blocklist(token, tuple(translations), shared, found))
    triggered = tuple(dict.fromkeys(word for each in blocklists if not each.is_removed for word in each.in_hypothesis))
    places: tuple[int, ...] = ()
    if triggered:
        wanted = frozenset(chain.from_iterable(_forms(word, options.target_lemma) for word in triggered))
        places = tuple(index for index, each in enumerate(forms) if not wanted.isdisjoint(each))
    return LitterResult(tuple(blocklists), triggered, places)


def _look_up(
    token: str, dictionary: BilingualDictionary, options: LitterOptions, known: Mapping[str, Collection[str]]
) -> list[str]:
    if token.lower() in options.stop_words:
        return []
    translations = dictionary.translate(token)
    if options.source_lemma is not None:
        for lemma in known.get(token.lower()) or (options.source_lemma(token),):
            translations += dictionary.translate(lemma)
    return list(dict.fromkeys(translations))


@functools.lru_cache(1 << 16)
def _fold(word: str) -> tuple[str]:
    return (fold(word),)


def _forms(word: str, lemmatise: Lemmatise | None, lemmas: Collection[str] = ()) -> Collection[str]:
    if lemmatise is None:
        return _fold(word)
    return {form for each in (word, *(lemmas or (lemmatise(word),))) for form in _fold(each)}


def _forms_of(
    tokens: Sequence[str], lemmatise: Lemmatise | None, known: Mapping[str, Collection[str]]
) -> list[Collection[str]]:
    """Return the forms of each token.

    A token that ends in an apostrophe is also joined with the next one, because dictionaries have words such as
    aujourd'hui, which the tokeniser splits.
    """
    forms: list[Collection[str]]
    if lemmatise is None:
        forms = list(map(_fold, tokens))
    else:
        forms = [_forms(token, lemmatise, known.get(token.lower(), ())) for token in tokens]
    if "'\n" in "\n".join(tokens):
        for place, token in enumerate(tokens[:-1]):
            if token[-1] == "'":
                forms[place] = {*forms[place], fold(token + tokens[place + 1])}
    return forms
