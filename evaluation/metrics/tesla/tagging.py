"""Parts of speech of English words in their sentence, offline: Brill's lexicon and rules, as TextBlob carries them."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version

from evaluation.metrics.words import is_word

Tag = Callable[[Sequence[str]], list[str]]
Tagged = Sequence[tuple[str, str]]
# Penn Treebank's tags by their beginnings, the longer ones first, as universal parts of speech.
_UNIVERSAL = {
    "NNP": "PROPN", "PRP": "PRON", "PDT": "DET", "POS": "PART", "WDT": "PRON", "WRB": "ADV", "SYM": "SYM",
    "CC": "CCONJ", "CD": "NUM", "DT": "DET", "EX": "PRON", "FW": "X", "IN": "ADP", "JJ": "ADJ", "LS": "X", "MD": "AUX",
    "NN": "NOUN", "RB": "ADV", "RP": "ADP", "TO": "PART", "UH": "INTJ", "VB": "VERB", "WP": "PRON",
}  # fmt: skip
# What a rule asks of the words t around place i: (word, tag) each, and the rule's one or two words or tags.
_ASKS: Mapping[str, Callable[[Tagged, int, str, str], bool]] = {
    "PREVTAG": lambda t, i, x, y: t[i - 1][1] == x,
    "NEXTTAG": lambda t, i, x, y: t[i + 1][1] == x,
    "PREV2TAG": lambda t, i, x, y: t[i - 2][1] == x,
    "NEXT2TAG": lambda t, i, x, y: t[i + 2][1] == x,
    "PREV1OR2TAG": lambda t, i, x, y: x in (t[i - 1][1], t[i - 2][1]),
    "NEXT1OR2TAG": lambda t, i, x, y: x in (t[i + 1][1], t[i + 2][1]),
    "PREV1OR2OR3TAG": lambda t, i, x, y: x in (t[i - 1][1], t[i - 2][1], t[i - 3][1]),
    "NEXT1OR2OR3TAG": lambda t, i, x, y: x in (t[i + 1][1], t[i + 2][1], t[i + 3][1]),
    "SURROUNDTAG": lambda t, i, x, y: t[i - 1][1] == x and t[i + 1][1] == y,
    "CURWD": lambda t, i, x, y: t[i][0] == x,
    "PREVWD": lambda t, i, x, y: t[i - 1][0] == x,
    "NEXTWD": lambda t, i, x, y: t[i + 1][0] == x,
    "PREV1OR2WD": lambda t, i, x, y: x in (t[i - 1][0], t[i - 2][0]),
    "NEXT1OR2WD": lambda t, i, x, y: x in (t[i + 1][0], t[i + 2][0]),
    "WDPREVTAG": lambda t, i, x, y: t[i - 1][1] == x and t[i][0] == y,
    "WDNEXTTAG": lambda t, i, x, y: t[i][0] == x and t[i + 1][1] == y,
    "WDAND2AFT": lambda t, i, x, y: t[i][0] == x and t[i + 2][0] == y,
    "WDAND2TAGBFR": lambda t, i, x, y: t[i - 2][1] == x and t[i][0] == y,
    "WDAND2TAGAFT": lambda t, i, x, y: t[i][0] == x and t[i + 2][1] == y,
    "LBIGRAM": lambda t, i, x, y: t[i - 1][0] == x and t[i][0] == y,
    "RBIGRAM": lambda t, i, x, y: t[i][0] == x and t[i + 1][0] == y,
    "PREVBIGRAM": lambda t, i, x, y: t[i - 2][1] == x and t[i - 1][1] == y,
    "NEXTBIGRAM": lambda t, i, x, y: t[i + 1][1] == x and t[i + 2][1] == y,
}
_EDGE = [("STAART", "STAART")] * 3
Rule = tuple[str, str, str, str]


def name_tagger() -> str:
    """Return the tagger's name and version for signatures."""
    return f"textblob-{version('textblob')}"


@functools.cache
def english_tagger() -> Tag:
    """Return a tagger that gives each word of a sentence its universal part of speech.

    An initial capital at the start of a sentence is ignored. Lexicon and rules, 1.3 MB, are read once and kept.
    """
    # Imported with the first use: it takes a second, and most commands have no English to tag.
    from textblob._text import find_tags
    from textblob.en import lexicon

    with warnings.catch_warnings():
        # It leaves its files to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        find_tags(["zxqv"], lexicon=lexicon, morphology=lexicon.morphology)
        rules = sort_rules(list(lexicon.context))

    def tag(words: Sequence[str]) -> list[str]:
        if not words:
            return []
        first = words[0] if words[0] == "I" else words[0].lower()
        tagged = find_tags([first, *words[1:]], lexicon=lexicon, morphology=lexicon.morphology)
        corrected = apply_rules(rules, [(word, tag) for word, tag in tagged])
        return [_to_universal(word, tag) for word, tag in corrected]

    return tag


def sort_rules(rows: Sequence[Sequence[str]]) -> dict[str, list[Rule]]:
    """Return the rules by the tag that they change, last first; trying all of them on every word is much slower."""
    rules: dict[str, list[Rule]] = {row[0]: [] for row in rows}
    for row in reversed(rows):
        rule = (row[2].upper(), row[3], row[4] if len(row) > 4 else "", row[1])
        for tag in rules if row[0] == "*" else [row[0]]:
            rules[tag].append(rule)
    return rules


def apply_rules(rules: Mapping[str, Sequence[Rule]], tagged: Tagged) -> Tagged:
    """Return the words with changed tags, from left to right, using the tags as changed so far.

    As in TextBlob, the last rule that fits a word's first tag wins.
    """
    words = [*_EDGE, *tagged, *_EDGE]
    for index in range(3, len(words) - 3):
        word, tag = words[index]
        for asks, first, second, changed in rules.get(tag, ()):
            if _ASKS[asks](words, index, first, second):
                words[index] = word, changed
                break
    return words[3:-3]


def _to_universal(word: str, tag: str) -> str:
    if not is_word(word):
        return "PUNCT"
    for length in (3, 2):
        if tag[:length] in _UNIVERSAL:
            return _UNIVERSAL[tag[:length]]
    return "X"
