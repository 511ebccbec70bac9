"""Expressions where they are said to be: words of an expression in a text, and spans that mark one.

Case, punctuation and the encoding of letters make no difference. Pure; for previews, measures and commands alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from rapidfuzz.distance import Levenshtein

from annotation_site.phrases.words import Lemmatiser, Word, split_sentence
from annotation_site.texts.characters import unify_writings
from annotation_site.texts.format_characters import NON_JOINER

Spans = Sequence[tuple[int, int]]
_WORD = re.compile(r"\w+")
# Written without spaces: characters of Chinese, Japanese, Thai, Lao, Khmer and Burmese stand for words, or for parts of
# them that nothing separates.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
# Half of a word may change where it is inflected: broke, break.
_MOST_CHANGED = 0.5
# In labels such as "pull someone's leg".
_LEADING = frozenset(["the", "to", "a", "an"])
_LONG_ENOUGH = 3
_PLACEHOLDERS = frozenset(
    [
        *("someone", "somebody", "something", "one", "ones"),
        *("jemand", "jemandem", "jemanden", "etwas", "quelqu", "quelque"),
        *("qualcuno", "qualcosa", "alguien", "algo", "alguém"),
    ]
)
# Fewer are a mistake of the file rather than of single rows. Of 100 published expressions (Zaninello & Birch 2020) 97
# occur in their reference, of 2,525 published spans (Baziotis et al. 2023) 99 % mark their idiom; of expressions in
# another language hardly any occurs. Inflected languages, whose lists have dictionary forms, lie between.
_FEWEST = 0.5


def fold(text: str) -> str:
    """Return the text without differences of case, of encodings of a letter and of characters that cannot be seen."""
    # Languages in which I is the capital of ı are not told here, and no word differs by its dot alone.
    composed = unicodedata.normalize("NFKC", text).replace("İ", "i").casefold().replace("ı", "i")
    return unify_writings("".join(character for character in composed if unicodedata.category(character) != "Cf"))


def split_words(text: str) -> list[str]:
    """Return the words of the text, folded."""
    return _WORD.findall(fold(text))


def occurs_in(expression: str, text: str, language: str = "") -> bool:
    """Return whether the words of the expression stand in the text in their order, perhaps with others in between; in a
    known language, also whether a form of each of them stands there, wherever the grammar puts it.
    """
    words, there = split_words(expression), iter(split_words(text))
    if all(word in there for word in words):
        return True
    # Some write a space where others write it.
    spaced = expression.replace(NON_JOINER, " "), text.replace(NON_JOINER, " ")
    if spaced != (expression, text) and occurs_in(spaced[0], spaced[1], language):
        return True
    if _is_unspaced(expression) and "".join(words) in "".join(split_words(text)):
        return True
    return bool(language) and _has_forms(expression, text, _find_lemmatiser(language))


@lru_cache(maxsize=16)
def _find_lemmatiser(language: str) -> Lemmatiser:
    return Lemmatiser(language)


def _has_forms(expression: str, text: str, lemmatiser: Lemmatiser) -> bool:
    """Return whether the text has a form of each word of the expression but those that stand for others."""
    wanted = [word for word in _split_words(expression, lemmatiser) if word.form.lower() not in _PLACEHOLDERS]
    if lemmatiser.language == "en" and len(wanted) > 1 and wanted[0].form.lower() in _LEADING:
        del wanted[0]
    there = _split_words(text, lemmatiser)
    return bool(wanted) and all(any(_is_form(word, other) for other in there) for word in wanted)


def _split_words(text: str, lemmatiser: Lemmatiser) -> list[Word]:
    return [word for word in split_sentence(text, lemmatiser).words if word.form[0].isalnum()]


def _is_form(word: Word, other: Word) -> bool:
    if not word.keys.isdisjoint(other.keys):
        return True
    # Clitics are written onto their word: Hebrew and Arabic articles, Italian and Spanish pronouns.
    return len(word.form) >= _LONG_ENOUGH and any(key in other_key for key in word.keys for other_key in other.keys)


def is_form_of(text: str, expression: str) -> bool:
    """Return whether the text may be an inflected form of the expression: more than half of its words are alike."""
    words, there = _split_label(expression), split_words(text)
    if not words or _is_unspaced(expression):
        joined = "".join(there)
        return bool(joined) and (joined in "".join(words) or "".join(words) in joined)
    alike = sum(any(_are_alike(word, other) for other in there) for word in words)
    # A name written as one word has its words in it: number-crunching, dataset.
    is_joined = "".join(words) in "".join(there) or _are_alike("".join(words), "".join(there))
    return is_joined or alike * 2 > len(words)


def _split_label(expression: str) -> list[str]:
    """Return the words of a label that show whether a text is a form of it: not those that stand for others."""
    words = split_words(expression)
    return [word for word in words if len(word) > 2 and word not in _PLACEHOLDERS] or words


def cuts_word(text: str, spans: Spans) -> str:
    """Return the first word that a span begins or ends inside, or nothing."""
    for index in sorted({index for span in spans for index in span}):
        if 0 < index < len(text) and not _UNSPACED.match(text[index]):
            word = next((match for match in _WORD.finditer(text) if match.start() < index < match.end()), None)
            if word is not None:
                return word[0]
    return ""


def describe_span(text: str, spans: Spans, expression: str, *, may_be_name: bool = True) -> str:
    """Return a clause on spans that do not mark the expression, or nothing.

    Where no word of the expression stands in the text, it may be a name for the expression rather than its words, and
    nothing is said but that a word is cut.
    """
    if not spans:
        return ""
    marked = " … ".join(text[start:end] for start, end in spans)
    numbers = ", ".join(f"{start}–{end}" for start, end in spans)
    cut = cuts_word(text, spans)
    there = split_words(text)
    is_words = not may_be_name or _share_words(split_words(expression), there)
    if (cut or is_words) and not is_form_of(marked, expression):
        return f"the span {numbers} is “{marked[:60]}”, which is not a form of {expression[:60]}"
    return f"the span {numbers} is “{marked[:60]}”, which cuts the word “{cut[:40]}”" if cut else ""


def _share_words(words: Sequence[str], others: Sequence[str]) -> bool:
    return any(_are_alike(word, other) for word, other in product(words, others))


def marks_expression(text: str, spans: Spans, expression: str) -> bool:
    """Return whether the spans may mark the expression: they do not cut other words, and are no other words."""
    return not describe_span(text, spans, expression) or is_form_of(
        " ".join(text[start:end] for start, end in spans), expression
    )


@dataclass(slots=True)
class Presence:
    """Counts of expressions that are where they should be: in their reference, or at their span in the source."""

    in_source: bool = False
    language: str = ""  # of the texts that are looked in
    found: int = 0
    total: int = 0
    example: str = ""  # the first that is not

    def add(self, expression: str, *, is_there: bool) -> None:
        """Count an expression."""
        self.total += 1
        self.found += is_there
        if not is_there and not self.example:
            self.example = " ".join(expression.split())[:60]

    def add_text(self, expression: str, texts: Sequence[str]) -> None:
        """Count an expression that should occur in one of the texts, if it has a word."""
        if split_words(expression):
            self.add(expression, is_there=any(occurs_in(expression, text, self.language) for text in texts))

    def add_spans(self, expression: str, text: str, spans: Spans) -> None:
        """Count an expression whose spans should mark it."""
        if spans:
            self.add(expression, is_there=marks_expression(text, spans, expression))

    @property
    def is_refused(self) -> bool:
        """Return whether so few are there that what is given must be something else."""
        return self.found < self.total * _FEWEST

    def describe(self) -> str:
        """Return a sentence with the counts if some are not there, or nothing."""
        if self.found == self.total:
            return ""
        where = "are marked by their span in the source" if self.in_source else "occur in their reference"
        counted = f"{self.found:,} of {self.total:,} expressions {where}"
        if self.is_refused:
            check = "check the spans" if self.in_source else "check the column"
            return f"Only {counted}, unlike “{self.example}”; {check}."
        return f"{counted}, unlike “{self.example}”."

    def to_json(self) -> dict[str, object]:
        """Return the counts."""
        return {"found": self.found, "of": self.total}


def find_doubled(spans: Spans) -> tuple[int, int] | None:
    """Return a span that is given twice."""
    ordered = sorted(spans)
    return next((span for span, after in pairwise(ordered) if span == after), None)


def _are_alike(word: str, other: str) -> bool:
    if word == other:
        return True
    longest = max(len(word), len(other))
    if longest < 3:
        return False
    return Levenshtein.distance(word, other) <= longest * _MOST_CHANGED and word[0] == other[0]


def _is_unspaced(text: str) -> bool:
    return _UNSPACED.search(text) is not None
