"""A sentence for the phrase finder: words with their places in the text and their lemmas."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from annotation_site.texts.characters import lower, make_comparable, normalise, straighten_apostrophes
from annotation_site.texts.format_characters import JOINER, bare

# Characters that are words by themselves, where no spaces are written.
_UNSPACED = "\u0e01-\u0e5b\u0e81-\u0edf\u1780-\u17dd\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_SHORT = r"'(?i:s|re|m|ve|ll|d)\b"
_ASCII_WORDS = re.compile(rf"{_SHORT}|[^\W_]+|\S")
Span = tuple[int, int]
# What English writes short; the lemma of a short form alone says nothing.
# Not "have" for 's: far more often it is a genitive, and "Europe's future" is no "have future".
_SHORT_FORMS = {"s": ("be",), "re": ("be",), "m": ("be",), "ve": ("have",), "ll": ("will",), "d": ("have", "would")}
# Past forms that are words of their own as well, for which simplemma gives these.
_PAST_FORMS = {
    "bent": "bend", "bit": "bite", "bore": "bear", "broke": "break", "drunk": "drink", "felt": "feel", "gone": "go",
    "left": "leave", "rose": "rise", "rung": "ring", "shook": "shake", "shot": "shoot", "swore": "swear",
    "thought": "think", "won": "win", "wound": "wind",
}  # fmt: skip
# Without their last letter they are the past stem, which simplemma takes for a word of its own.
_PERSIAN_INFINITIVES = ("دن", "تن")


@dataclass(frozen=True, slots=True)
class Word:
    """A word with `start` and `end` as code points in the text, the end not included; `keys` are the forms by which
    patterns match it.
    """

    start: int
    end: int
    form: str
    keys: frozenset[str]

    @property
    def is_word(self) -> bool:
        """Return whether it consists of letters: no number, no punctuation, no short form such as 's."""
        return self.form[0].isalpha()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text and its words.

    `parts` are the same words, cut where a character that shows nothing may part two words, such as a soft hyphen or a
    non-joiner; `homes` are the indices of the words that they are parts of. Both are empty if there is nothing to cut.
    """

    text: str
    words: tuple[Word, ...]
    parts: tuple[Word, ...] = ()
    homes: tuple[int, ...] = ()


class Lemmatiser:
    """Simplemma's lemmas for a language such as en or pt-BR; in a language it does not support, words are their own
    lemmas.
    """

    def __init__(self, language: str) -> None:
        # Loading simplemma is a tenth of a process's start, and most processes compare no words.
        from simplemma import lemmatize

        self._lemmatize = lemmatize
        self.language = self._code = language.partition("-")[0].lower()
        try:
            self._lemmatize("a", lang=self._code)
        except ValueError:
            self._code = ""
        self.find_keys = lru_cache(maxsize=100_000)(self._find_keys)
        self.find_text_keys = lru_cache(maxsize=100_000)(self._find_text_keys)

    def find_lemma(self, form: str) -> str:
        return self._lemmatize(form, lang=self._code) if self._code else form

    def _find_keys(self, form: str) -> frozenset[str]:
        """Return the form and its lemmas, as words are compared."""
        small = make_comparable(form, self.language)
        if small[0] == "'" or not self._code:
            return frozenset((small,))
        plain = normalise("NFC", bare(form))
        # Dictionaries of Persian write the non-joiner.
        forms = {normalise("NFC", form), plain, lower(plain, self.language)}
        lemmas = [self._lemmatize(form, lang=self._code) for form in forms]
        if self._code == "fa" and small.endswith(_PERSIAN_INFINITIVES):
            lemmas.append(small[:-1])
        return frozenset((small, *(make_comparable(lemma, self.language) for lemma in lemmas)))

    def _find_text_keys(self, form: str) -> frozenset[str]:
        """Return the keys of `find_keys`, and additional lemmas of an English form: without its context, "setting" is a
        noun of its own, and "'s" nothing at all. Patterns do without these, so that "cutting edge" does not match "cut
        edge".
        """
        keys = self.find_keys(form)
        if self._code != "en":
            return keys
        small = make_comparable(form)
        if small[0] == "'":
            return keys.union(_SHORT_FORMS.get(small[1:], ()))
        if small in _PAST_FORMS:
            return keys.union((_PAST_FORMS[small],))
        if len(small) < 6 or not small.endswith("ing"):
            return keys
        stem = small[:-3]
        return keys.union((stem, f"{stem}e"), (stem[:-1],) if stem[-1] == stem[-2] else ())


def split_sentence(text: str, lemmatiser: Lemmatiser) -> Sentence:
    """Return words, short forms ('s), emoji and other signs as separate words; the text is not changed."""
    if text.isascii():
        return Sentence(text, _make_words(text, _match_words(_ASCII_WORDS, text), lemmatiser))
    straight = straighten_apostrophes(text)
    spans = list(_match_words(_words(), straight))
    words = _make_words(text, spans, lemmatiser)
    if text.isprintable():
        return Sentence(text, words)
    parts, homes = list[Span](), list[int]()
    for home, span in enumerate(spans):
        cut = _cut(straight, span)
        parts += cut
        homes += [home] * len(cut)
    if len(parts) == len(spans):
        return Sentence(text, words)
    return Sentence(text, words, _make_words(text, parts, lemmatiser), tuple(homes))


def _make_words(text: str, spans: Iterable[Span], lemmatiser: Lemmatiser) -> tuple[Word, ...]:
    return tuple(Word(start, end, form := text[start:end], lemmatiser.find_text_keys(form)) for start, end in spans)


def _match_words(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    return (match.span() for match in pattern.finditer(text))


def _cut(text: str, span: Span) -> list[Span]:
    """Return the pieces of a word between characters that show nothing, but for joiners and marks."""
    pieces: list[Span] = []
    start, last = span[0], span[1]
    for index in range(*span):
        character = text[index]
        if character.isprintable() or character == JOINER or unicodedata.category(character) == "Co":
            continue
        if start < index:
            pieces.append((start, index))
        start = index + 1
    return [*pieces, (start, last)] if start < last else pieces


@functools.cache
def _words() -> re.Pattern[str]:
    """Return what matches the words of a text that is not plain ASCII; the library takes 50 ms to load."""
    import regex

    hidden = r"\p{Cf}\p{Default_Ignorable_Code_Point}"
    pictograph = r"\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?"
    emoji = rf"\p{{Regional_Indicator}}{{2}}|{pictograph}(?:\u200d{pictograph})*|[0-9#*]\ufe0f?\u20e3"
    pattern: re.Pattern[str] = regex.compile(
        rf"(?V1)[{_UNSPACED}]\p{{Variation_Selector}}*"
        rf"|{_SHORT}|{emoji}"
        rf"|[[\w]--[_{_UNSPACED}]--[{hidden}]][[\w{hidden}]--[_{_UNSPACED}]]*(?<![{hidden}--\u200d])"
        rf"|[^\s{hidden}]"
    )
    return pattern
