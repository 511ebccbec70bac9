"""Words of a sentence that are rare enough to be target words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from alignment.selection.frequencies.bands import find_band
from alignment.selection.frequencies.vocabulary import Vocabulary
from alignment.selection.settings import SelectionSettings

# Frequencies that are marked by a bit of 64.
MOST_MARKED = 63


class TokenKind(IntEnum):
    """A token with a letter is a word, one with a digit and no letter a number, any other punctuation."""

    WORD = 0
    PUNCTUATION = 1
    NUMBER = 2


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair during selection: its words, the rare ones as (index, frequency), its target words as (index,
    band), and the rarest band that makes the pair eligible.
    """

    tokens: tuple[str, ...]
    seldom: Sequence[tuple[int, int]]
    target_words: Sequence[tuple[int, int]]
    rarest: int | None


class WordJudge:
    """A look-up of one side's words; without a vocabulary that side has no target words."""

    def __init__(self, vocabulary: Vocabulary | None, settings: SelectionSettings, most_frequent: int) -> None:
        self._frequencies: Mapping[str, int] | None = None if vocabulary is None else vocabulary.frequencies
        self._settings = settings
        self._most_frequent = most_frequent
        self._band_of = [find_band(settings.bands, frequency) for frequency in range(most_frequent + 1)]
        self._chooses = [band in settings.choose for band in settings.bands]

    def look_at(self, tokens: tuple[str, ...]) -> Side:
        """Return the side. Most sentences have no rare word: they cost one look-up per word and nothing else."""
        if self._frequencies is None or not tokens:
            return Side(tokens, (), (), None)
        words = map(str.casefold, tokens) if self._settings.fold_case else tokens
        get = self._frequencies.get
        frequencies = [get(word, 0) for word in words]
        if min(frequencies) > self._most_frequent:
            return Side(tokens, (), (), None)
        seldom = [(index, frequency) for index, frequency in enumerate(frequencies) if frequency <= self._most_frequent]
        target_words = list(self._find_target_words(tokens, seldom))
        rarest = min((band for _, band in target_words if self._chooses[band]), default=None)
        return Side(tokens, seldom, target_words, rarest)

    def _find_target_words(
        self, tokens: tuple[str, ...], seldom: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        is_any_skipped = self._settings.skip_numbers or self._settings.skip_punctuation
        for index, frequency in seldom:
            band = self._band_of[frequency]
            if band is not None and not (is_any_skipped and self._is_skipped(tokens[index])):
                yield index, band

    def mark_frequencies(self, tokens: Sequence[str]) -> list[int]:
        """Return the frequencies of the side's tokens up to MOST_MARKED as bits, one number for each TokenKind."""
        marks = [0] * len(TokenKind)
        if self._frequencies is None:
            return marks
        for token in tokens:
            frequency = self._frequencies.get(token.casefold() if self._settings.fold_case else token, 0)
            if frequency <= MOST_MARKED:
                marks[classify_token(token)] |= 1 << frequency
        return marks

    def _is_skipped(self, token: str) -> bool:
        """Return whether the token is a number or punctuation that is not to be aligned."""
        kind = classify_token(token)
        if kind is TokenKind.NUMBER:
            return self._settings.skip_numbers
        return kind is TokenKind.PUNCTUATION and self._settings.skip_punctuation


def classify_token(token: str) -> TokenKind:
    """Return the kind of a token by its characters."""
    if any(character.isalpha() for character in token):
        return TokenKind.WORD
    return TokenKind.NUMBER if any(character.isnumeric() for character in token) else TokenKind.PUNCTUATION
