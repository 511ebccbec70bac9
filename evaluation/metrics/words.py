"""Words of a sentence as the targeted measures compare them."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable
from importlib.metadata import version

from alignment.pairs.tokens import tokenise
from annotation_site.texts.characters import normalise, straighten_apostrophes
from annotation_site.texts.format_characters import clean
from evaluation.metrics.segmentation import cut_words, is_unspaced, list_runs, name_segmenter

Lemmatise = Callable[[str], str]


def split_sentence(text: str, language: str) -> list[str]:
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


def name_splitter(*languages: str) -> str:
    """Return the names of what `split_sentence` splits by in these languages, for signatures."""
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
