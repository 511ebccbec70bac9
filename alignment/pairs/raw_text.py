"""Signs of whether a text is raw or already split into tokens: in raw text, punctuation ends words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from annotation_site.texts.tokens import UNSPACED_RUN, TokenMethod

# Signs that follow a word without a space in raw text; an apostrophe belongs to its word there and after splitting.
_CLOSING = frozenset('.,;:!?…"»”“)]}。．，、！？；：」』）】》〉،؛؟۔।॥።፣፤፥፦፧։។៕།။၊')
# French writes a space before these in raw text, too.
_SPACED = frozenset('!?:;»“”"')
_ALONE = _CLOSING - _SPACED
# Tokenisers write some signs as entities, and joints between @: &apos;s, @-@.
_WRITTEN_BY_TOKENISER = re.compile(r"&(?:amp|apos|quot|lt|gt|#[0-9]{2,3});.*|@[^\w\s]+@")
# Words of Chinese and Japanese have two characters on average, those of Thai, Lao and Khmer four, without marks.
_LONGEST_MEAN = 3.5
_LONGEST_MEAN_ALPHABETIC = 7.5
_APOSTROPHES = "'’"


@dataclass(slots=True)
class TextSigns:
    """Counts over the words between spaces: those that end in punctuation, and punctuation that stands alone."""

    words: int = 0
    attached: int = 0
    alone: int = 0
    elided: int = 0
    runs: int = 0
    run_characters: int = 0
    are_ideographs: bool = False

    def add(self, text: str) -> None:
        """Count the words of a sentence."""
        for word in text.split():
            self.words += 1
            if word[0] in "&@" and _WRITTEN_BY_TOKENISER.fullmatch(word):
                self.alone += 1
            elif word[-1] in _CLOSING:
                self.alone += _ALONE.issuperset(word)
                self.attached += not _CLOSING.issuperset(word)
            elif _is_elided(word):
                self.elided += 1
        if not text.isascii():
            self._add_unspaced(text)

    def _add_unspaced(self, text: str) -> None:
        for run in UNSPACED_RUN.findall(text):
            letters = [character for character in run if unicodedata.category(character) in ("Lo", "Lm")]
            self.runs += bool(letters)
            self.run_characters += len(letters)
            self.are_ideographs = self.are_ideographs or any(
                letter >= "\u3041" and unicodedata.category(letter) == "Lo" for letter in letters
            )

    @property
    def is_raw(self) -> bool:
        """Return whether more punctuation ends words than stands alone, or what stands between spaces is too long for
        words of a script without spaces; where there is no punctuation, whether an apostrophe joins words.
        """
        if self.attached != self.alone:
            return self.attached > self.alone
        longest = _LONGEST_MEAN if self.are_ideographs else _LONGEST_MEAN_ALPHABETIC
        is_unspaced = self.run_characters > longest * self.runs
        return is_unspaced or (self.alone == 0 and self.elided > 0)

    @property
    def method(self) -> TokenMethod:
        return "words" if self.is_raw else "spaces"


def find_text_signs(texts: Iterable[str]) -> TextSigns:
    """Return the signs of sentences of one language."""
    signs = TextSigns()
    for text in texts:
        signs.add(text)
    return signs


def _is_elided(word: str) -> bool:
    """Return whether letters stand on both sides of an apostrophe: dell'acqua, don't."""
    return any(
        word[position] in _APOSTROPHES and word[position - 1].isalpha() and word[position + 1].isalpha()
        for position in range(1, len(word) - 1)
    )
