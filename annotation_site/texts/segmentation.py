"""Words of a sentence; those of languages that are written without spaces are found by the dictionaries of ICU."""

from __future__ import annotations

import re

from annotation_site.texts.characters import straighten_apostrophes
from annotation_site.texts.format_characters import SPACE_OF_NO_WIDTH, clean
from annotation_site.texts.tokens import UNSPACED_RUN, tokenise

_WORD = re.compile(r"\S+")
# Chinese and its varieties, Japanese, Thai, Lao, Khmer. Korean has spaces.
_UNSPACED = frozenset({"zh", "yue", "wuu", "lzh", "ja", "th", "lo", "km"})


def is_unspaced(language: str) -> bool:
    """Return whether the language, given by its code, separates words by no spaces."""
    return language.partition("-")[0].lower() in _UNSPACED


def name_segmenter() -> str:
    """Return the library's name and version for signatures: another version may cut other words."""
    import icu4py

    return f"icu-{icu4py.icu_version}"


def list_runs(text: str) -> list[tuple[str, bool]]:
    """Return the text in runs, with whether a run's script is written without spaces."""
    runs = enumerate(UNSPACED_RUN.split(text))
    return [(run, index % 2 == 1) for index, run in runs if run]


def cut_words(run: str, language: str) -> list[str]:
    """Return the words and punctuation marks of a run without spaces."""
    from icu4py.breakers import WordBreaker  # its data takes 40 MB, which few languages need

    return [word for segment in WordBreaker(run, language) if (word := segment.strip(SPACE_OF_NO_WIDTH))]


def space_words(text: str, language: str) -> str:
    """Return the text with spaces around each word and punctuation mark of its runs without spaces."""
    return "".join(f" {' '.join(cut_words(run, language))} " if is_cut else run for run, is_cut in list_runs(text))


def place_words(text: str, language: str) -> list[tuple[int, int]]:
    """Return the places of the words in code points, end excluded; in runs without spaces, punctuation marks too."""
    spans: list[tuple[int, int]] = []
    at = 0
    for run, is_cut in list_runs(text):
        begin = at
        for word in cut_words(run, language) if is_cut else _WORD.findall(run):
            start = text.index(word, begin)
            begin = start + len(word)
            spans.append((start, begin))
        at += len(run)
    return spans


def segment_words(text: str, language: str) -> list[str]:
    """Split the text into tokens by the rules of Moses; runs without spaces, in a language that has none, into words.

    The rules for elided articles know only the straight apostrophe, so the typographic one, which half of all text has,
    is replaced.
    """
    text = clean(straighten_apostrophes(text))
    if not is_unspaced(language):
        return tokenise(text, language, "words")
    tokens: list[str] = []
    for run, is_cut in list_runs(text):
        tokens += cut_words(run, language) if is_cut else tokenise(run, language, "words")
    return tokens
