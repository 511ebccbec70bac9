"""Words of a sentence as the targeted measures compare them."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable
from importlib.metadata import version

from annotation_site.texts.characters import normalise
from annotation_site.texts.segmentation import is_unspaced, name_segmenter

Lemmatise = Callable[[str], str]


def name_splitter(*languages: str) -> str:
    """Return the names of what `segment_words` splits by in these languages, for signatures."""
    return "+".join(
        sorted({name_segmenter() if is_unspaced(language) else "moses" for language in languages}, reverse=True)
    )


def is_word(token: str) -> bool:
    """Return whether the token contains a letter or a digit."""
    return any(map(str.isalnum, token))


def fold(word: str) -> str:
    """Return the word in lower case without accents (NFKD, marks dropped); œ and ß stay."""
    if word.isascii():
        return word.lower()
    decomposed = normalise("NFKD", word.lower())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def name_lemmatiser(language: str = "") -> str:
    """Return the name and version of what lemmatises the language, for signatures."""
    return "none" if is_unspaced(language) else f"simplemma-{version('simplemma')}"


@functools.lru_cache(maxsize=4)
def lemmatiser(language: str) -> Lemmatise:
    """Return simplemma's lemmatizer for the language; raise ValueError where it has none.

    Words cut from a script without spaces stand for themselves: most of these languages do not inflect.
    """
    if is_unspaced(language):
        return str
    # Loading simplemma takes as long as numpy, and most measures compare no lemmas.
    from simplemma import lemmatize
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    code = language.partition("-")[0].lower()
    if code not in SUPPORTED_LANGUAGES:
        raise ValueError(f"There is no lemmatiser for the language “{language}”.")

    @functools.lru_cache(maxsize=1 << 16)
    def lemmatise(word: str) -> str:
        return lemmatize(word, code)

    return lemmatise
