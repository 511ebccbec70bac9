"""Patterns that find the phrases of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import punctuation

from annotation_site.phrases.words import Lemmatiser, Word, split_sentence
from annotation_site.texts.characters import lower, straighten_apostrophes

HYPHENS = frozenset("-\u2010\u2011\u05be")
# Each of them may be there or not, so that n of them can fit in 2ⁿ ways.
MOST_OPTIONAL = 8


@dataclass(frozen=True, slots=True)
class PhraseRules:
    """Words with a special meaning in a list of phrases: optional at its start, optional anywhere, and those that stand
    for any single word. The defaults are English, as in the paper.
    """

    leading: frozenset[str] = frozenset({"the", "to"})
    optional: frozenset[str] = frozenset({"own", "any", "'s", "'", "’", "not"})
    placeholders: frozenset[str] = frozenset(
        {"someone", "somebody", "something", "one's", "oneself", "yourself", "you", "them"}
        | {"my", "your", "his", "her", "its", "our", "their"}
    )

    @classmethod
    def none(cls) -> PhraseRules:
        """Return rules without special words, for other languages; only punctuation is optional."""
        return cls(frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Element:
    """One step of a pattern: a word with one of the keys; without keys, any word."""

    keys: frozenset[str]
    is_optional: bool

    def fits(self, word: Word) -> bool:
        return not self.keys.isdisjoint(word.keys) if self.keys else word.is_word


@dataclass(frozen=True, slots=True)
class PhrasePattern:
    """The steps that find a phrase; `variants` find it written otherwise, with a space where it has a non-joiner."""

    phrase: str
    elements: tuple[Element, ...]
    variants: tuple[PhrasePattern, ...] = ()

    @property
    def required(self) -> tuple[Element, ...]:
        return tuple(element for element in self.elements if not element.is_optional)

    @property
    def anchor(self) -> Element:
        """The required element to look for first: the longest word, which tends to be the rarest."""
        return max(self.required, key=lambda element: max(map(len, element.keys)))


def make_pattern(phrase: str, lemmatiser: Lemmatiser, rules: PhraseRules) -> PhrasePattern:
    """Return the pattern of a phrase by the rules of the paper: a leading the/to, particles and punctuation are
    optional, someone and the like match one word or none. Raise ValueError if no required word is left.
    """
    sentence = split_sentence(phrase.strip().strip(punctuation + "“”‘’"), lemmatiser)
    variants = (_make_writing(phrase, sentence.parts, lemmatiser, rules),) if sentence.parts else ()
    return replace(_make_writing(phrase, sentence.words, lemmatiser, rules), variants=variants)


def _make_writing(phrase: str, words: Sequence[Word], lemmatiser: Lemmatiser, rules: PhraseRules) -> PhrasePattern:
    forms = [lower(straighten_apostrophes(word.form), lemmatiser.language) for word in words]
    elements: list[Element] = []
    for place, form in enumerate(forms):
        keys = lemmatiser.find_keys(words[place].form)
        is_ones = forms[place : place + 2] == ["one", "'s"] and "one's" in rules.placeholders
        if form in rules.placeholders or is_ones:
            elements.append(Element(frozenset(), is_optional=True))
        elif form[0].isalnum():
            is_optional = form in rules.optional or (place == 0 and form in rules.leading)
            elements.append(Element(keys, is_optional))
        elif form not in HYPHENS:  # a hyphen may stand between any two words: no element of its own
            elements.append(Element(keys, is_optional=len(form) == 1 or form in rules.optional))
    pattern = PhrasePattern(phrase.strip(), tuple(elements))
    if sum(element.is_optional for element in elements) > MOST_OPTIONAL:
        raise ValueError(f"“{pattern.phrase[:60]}” has more than {MOST_OPTIONAL} words that may be missing.")
    if not pattern.required:
        raise ValueError(f"“{phrase.strip()}” has no required word.")
    return pattern
