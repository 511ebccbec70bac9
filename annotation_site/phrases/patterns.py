"""Patterns that find the phrases of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import punctuation

from annotation_site.phrases.words import Lemmatiser, Word, split_sentence
from annotation_site.texts.characters import lower, straighten_apostrophes

HYPHENS = frozenset("-\u2010\u2011\u05be")
PRONOUNS = frozenset(
    {"i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself", "yourselves", "he", "him", "his", "himself"}
    | {"she", "her", "hers", "herself", "it", "its", "itself", "we", "us", "our", "ours", "ourselves", "they", "them"}
    | {"their", "theirs", "themself", "themselves", "one", "oneself", "someone", "somebody", "something", "anyone"}
    | {"anybody", "anything", "everyone", "everybody", "everything", "nobody", "nothing"}
)
# “The ball is in the court of the member states.”
ARTICLES = frozenset({"the", "a", "an", "this", "that", "these", "those"})
# Each of them may be there or not, so that n of them can fit in 2ⁿ ways.
MOST_OPTIONAL = 8


@dataclass(frozen=True, slots=True)
class PhraseRules:
    """Words with a special meaning in a list of phrases: optional at its start, optional anywhere, those that stand for
    any single word, and those that stand for a pronoun. The defaults are English, as in the paper but for the last: its
    “my” stands for any word, and “my bad” was found in “Bad weather”.
    """

    leading: frozenset[str] = frozenset({"the", "to"})
    optional: frozenset[str] = frozenset({"own", "any", "'s", "'", "’", "not"})
    placeholders: frozenset[str] = frozenset({"someone", "somebody", "something", "one's"})
    pronouns: frozenset[str] = frozenset(
        {"oneself", "yourself", "you", "them", "my", "your", "his", "her", "its", "our", "their"}
    )

    @classmethod
    def none(cls) -> PhraseRules:
        """Return rules without special words, for other languages; only punctuation is optional."""
        return cls(frozenset(), frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Element:
    """One step of a pattern: a word with one of the keys; without keys, any word. A slot stands for words that the
    phrase does not have, such as those of “someone”.
    """

    keys: frozenset[str]
    is_optional: bool
    is_slot: bool = False

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
        fixed = [element for element in self.required if not element.is_slot]
        return max(fixed, key=lambda element: max(map(len, element.keys)))


def make_pattern(phrase: str, lemmatiser: Lemmatiser, rules: PhraseRules) -> PhrasePattern:
    """Return the pattern of a phrase by the rules of the paper: a leading the/to, particles and punctuation are
    optional, someone and the like match one word or none, pronouns a pronoun, an article or none. A phrase of which one
    word would be left, such as “help yourself” or “own accord”, has all its words. Raise ValueError if no required word
    is left.
    """
    sentence = split_sentence(phrase.strip().strip(punctuation + "“”‘’"), lemmatiser)
    variants = (_make_writing(phrase, sentence.parts, lemmatiser, rules),) if sentence.parts else ()
    return replace(_make_writing(phrase, sentence.words, lemmatiser, rules), variants=variants)


def _make_writing(phrase: str, words: Sequence[Word], lemmatiser: Lemmatiser, rules: PhraseRules) -> PhrasePattern:
    forms = [lower(straighten_apostrophes(word.form), lemmatiser.language) for word in words]
    elements: list[Element] = []
    for index, form in enumerate(forms):
        keys = lemmatiser.find_keys(words[index].form)
        is_ones = forms[index : index + 2] == ["one", "'s"] and "one's" in rules.placeholders
        if form in rules.placeholders or is_ones:
            elements.append(Element(frozenset(), is_optional=True, is_slot=True))
        elif form in rules.pronouns:
            elements.append(Element(PRONOUNS | ARTICLES, is_optional=True, is_slot=True))
        elif form[0].isalnum():
            is_optional = form in rules.optional or (index == 0 and form in rules.leading)
            elements.append(Element(keys, is_optional))
        elif form not in HYPHENS:  # a hyphen may stand between any two words: no element of its own
            elements.append(Element(keys, is_optional=len(form) == 1 or form in rules.optional))
    if _count_fixed(elements) == 1:
        elements = [_require(element) for element in elements]
    pattern = PhrasePattern(phrase.strip(), tuple(elements))
    if sum(element.is_optional for element in elements) > MOST_OPTIONAL:
        raise ValueError(f"“{pattern.phrase[:60]}” has more than {MOST_OPTIONAL} words that may be missing.")
    if not _count_fixed(elements):
        raise ValueError(f"“{phrase.strip()}” has no required word.")
    return pattern


def _count_fixed(elements: Sequence[Element]) -> int:
    return sum(not element.is_optional and not element.is_slot for element in elements)


def _require(element: Element) -> Element:
    """Return the element as one that must be there; punctuation and short forms may still be missing."""
    if element.is_slot:
        return Element(PRONOUNS, is_optional=False, is_slot=True)
    is_word = any(key[0].isalnum() for key in element.keys)
    return Element(element.keys, is_optional=element.is_optional and not is_word)
