"""Signs of a text's language: its script, and within one script the words that every sentence is full of."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

from annotation_site.texts.function_words import FUNCTION_WORDS

# Shorter texts, a list of names among them, show too little.
FEWEST_LETTERS = 40
FEWEST_WORDS = 30
FEWEST_KNOWN_WORDS = 500
MOST_OWN_WORDS = 100
# How much larger the share of letters, or of words, in the other language has to be.
SCRIPT_MARGIN = 0.2
WORD_MARGIN = 0.06
LATIN = frozenset(["LATIN"])
_SCRIPTS = {
    "CYRILLIC": "be bg kk ky mk mn ru tg tt uk",
    "GREEK": "el grc",
    "ARABIC": "ar ckb fa ks ps sd ug ur",
    "HEBREW": "he yi",
    "DEVANAGARI": "hi mr ne sa",
    "BENGALI": "as bn",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "KHMER": "km",
    "MYANMAR": "my",
    "TIBETAN": "bo",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "ETHIOPIC": "am ti",
    "HANGUL": "ko",
    "SYRIAC": "arc syr",
    "THAANA": "dv",
    "GOTHIC": "got",
    "CJK": "zh cmn yue wuu lzh",
    "CJK HIRAGANA KATAKANA": "ja",
    "CYRILLIC LATIN": "sr uz",
}
_SCRIPTS_BY_LANGUAGE = {
    tag: frozenset(scripts.split()) for scripts, languages in _SCRIPTS.items() for tag in languages.split()
}
Mixup = Literal["swapped", "source", "target"]
Words = Mapping[str, int]
Sides = tuple[Words, Words]
Signs = tuple[frozenset[str], frozenset[str]]


def find_mixup(texts: Sides, languages: tuple[str, str], known: Sides) -> Mixup | None:
    """Return `swapped` if source and target, given as counts of words in lower case, look like texts in each other's
    language, the side that alone looks like the other language, or None.

    Scripts decide where they differ, else function words: those of `known` texts in the two languages where there are
    enough, else those of the list here.
    """
    scripts = (find_scripts(languages[0]), find_scripts(languages[1]))
    if scripts[0] != scripts[1] and (compared := _compare(_fit_scripts, texts, scripts, SCRIPT_MARGIN)):
        return compared
    words = _find_telling_words(languages, known)
    return _compare(_fit_words, texts, words, WORD_MARGIN) if all(words) else None


def find_scripts(tag: str) -> frozenset[str]:
    """Return the scripts of a language, in Unicode's names; Latin if none is known, or if the tag says so."""
    primary, *further = tag.lower().split("-")
    return LATIN if "latn" in further else _SCRIPTS_BY_LANGUAGE.get(primary, LATIN)


def _compare(fit: Callable[..., float], texts: Sides, signs: Signs, margin: float) -> Mixup | None:
    """Return the mixup by how well each text fits the signs of each language."""
    source, target = ([fit(text, sign) for sign in signs] for text in texts)
    source_gain, target_gain = source[1] - source[0], target[0] - target[1]
    strange = [side for side, gain in (("source", source_gain), ("target", target_gain)) if gain >= margin]
    if not strange:
        return None
    # Links, numbers and names show no sign of either language, however many they are.
    shows_signs = all(any(fit(text, sign, 1) for sign in signs) for text in texts)
    if shows_signs and min(source_gain, target_gain) > -margin:
        return "swapped"
    return "source" if strange == ["source"] else "target"


def _fit_scripts(text: Words, scripts: frozenset[str], fewest: int = FEWEST_LETTERS) -> float:
    """Return the share of letters in these scripts, 0 of fewer letters."""
    letters: Counter[str] = Counter()
    for word, count in text.items():
        for character in word:
            if character.isalpha():
                letters[find_script(character)] += count
    total = letters.total()
    return sum(letters[script] for script in scripts) / total if total >= fewest else 0.0


@cache
def find_script(letter: str) -> str:
    """Return the script of a letter, in Unicode's name; nothing of a character without one."""
    return unicodedata.name(letter, "").partition(" ")[0]


def _find_telling_words(languages: tuple[str, str], known: Sides) -> Signs:
    """Return words of grammar that only one of the languages has."""
    source, target = (
        _find_own_words(text) or FUNCTION_WORDS.get(tag.lower().partition("-")[0], frozenset())
        for tag, text in zip(languages, known, strict=True)
    )
    return source - target, target - source


def _find_own_words(text: Words) -> frozenset[str]:
    words = Counter({word: count for word, count in text.items() if _is_word(word)})
    if words.total() < FEWEST_KNOWN_WORDS:
        return frozenset()
    return frozenset(word for word, _ in words.most_common(MOST_OWN_WORDS))


def _fit_words(text: Words, words: frozenset[str], fewest: int = FEWEST_WORDS) -> float:
    """Return the share of running words that are among these, 0 of fewer words."""
    total = sum(count for word, count in text.items() if _is_word(word))
    return sum(text.get(word, 0) for word in words) / total if total >= fewest else 0.0


def _is_word(token: str) -> bool:
    # Not isalpha of the whole: vowel signs of Indic scripts are marks.
    return token.isalpha() or any(map(str.isalpha, token))
