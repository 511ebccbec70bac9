"""A sentence for the phrase finder: words with their places in the text and their lemmas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

# Characters that are words by themselves, where no spaces are written.
_UNSPACED = "\u0e01-\u0e5b\u0e81-\u0edf\u1780-\u17dd\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u094f"
_WORDS = re.compile(
    rf"[{_UNSPACED}]"
    r"|['’](?:s|re|m|ve|ll|d)\b"
    rf"|(?:(?![{_UNSPACED}_])[\w{_MARKS}])+"
    r"|\S",
    re.IGNORECASE,
)
# What English writes short; the lemma of a short form alone says nothing.
# Not "have" for 's: far more often it is a genitive, and "Europe's future" is no "have future".
_SHORT_FORMS = {"s": ("be",), "re": ("be",), "m": ("be",), "ve": ("have",), "ll": ("will",), "d": ("have", "would")}
# Past forms that are words of their own as well, for which simplemma gives these.
_PAST_FORMS = {
    "bent": "bend", "bit": "bite", "bore": "bear", "broke": "break", "drunk": "drink", "felt": "feel", "gone": "go",
    "left": "leave", "rose": "rise", "rung": "ring", "shook": "shake", "shot": "shoot", "swore": "swear",
    "thought": "think", "won": "win", "wound": "wind",
}  # fmt: skip


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
    """A text and its words."""

    text: str
    words: tuple[Word, ...]


class Lemmatiser:
    """Simplemma's lemmas for a language such as en or pt-BR; in a language it does not support, words are their own
    lemmas.
    """

    def __init__(self, language: str) -> None:
        # Loading simplemma is a tenth of a process's start, and most processes compare no words.
        from simplemma import lemmatize

        self._lemmatize = lemmatize
        self._code = language.partition("-")[0].lower()
        try:
            self._lemmatize("a", lang=self._code)
        except ValueError:
            self._code = ""
        self.find_keys = lru_cache(maxsize=100_000)(self._find_keys)
        self.find_text_keys = lru_cache(maxsize=100_000)(self._find_text_keys)

    def find_lemma(self, form: str) -> str:
        return self._lemmatize(form, lang=self._code) if self._code else form

    def _find_keys(self, form: str) -> frozenset[str]:
        """Return the form in lower case, and its lemmas as written and in lower case."""
        small = form.lower()
        if small[0] in "'’":
            return frozenset((f"'{small[1:]}",))
        if not self._code:
            return frozenset((small,))
        return frozenset((small, *(self._lemmatize(each, lang=self._code).lower() for each in (form, small))))

    def _find_text_keys(self, form: str) -> frozenset[str]:
        """Return the keys of `find_keys`, and additional lemmas of an English form: without its context, "setting" is a
        noun of its own, and "'s" nothing at all. Patterns do without these, so that "cutting edge" does not match "cut
        edge".
        """
        keys = self.find_keys(form)
        if self._code != "en":
            return keys
        small = form.lower()
        if small[0] in "'’":
            return keys.union(_SHORT_FORMS.get(small[1:], ()))
        if small in _PAST_FORMS:
            return keys.union((_PAST_FORMS[small],))
        if len(small) < 6 or not small.endswith("ing"):
            return keys
        stem = small[:-3]
        return keys.union((stem, f"{stem}e"), (stem[:-1],) if stem[-1] == stem[-2] else ())


def split_sentence(text: str, lemmatiser: Lemmatiser) -> Sentence:
    """Return words, short forms ('s) and other signs as separate words; the text is not changed."""
    words = (
        Word(match.start(), match.end(), match[0], lemmatiser.find_text_keys(match[0]))
        for match in _WORDS.finditer(text)
    )
    return Sentence(text, tuple(words))
