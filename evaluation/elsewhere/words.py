"""How the words of an expression begin in all their forms: what an index is asked for, before lemmas decide."""

from __future__ import annotations

from idiomaticity.compounds.placing import find_places, split_words

# Endings change in the last letters; shorter words are looked for whole, and so are their forms in sentences.
CUT = 2
SHORTEST = 3


def cut_words(form: str) -> list[str]:
    """The words in lower case, long ones without their last two letters: `glass ceilings` → gla, ceilin."""
    return [word.lower()[: max(SHORTEST, len(word) - CUT)] for word in split_words(form)]


def is_same_expression(text: str, other: str, language: str) -> bool:
    """Whether both have the same words, in any of their forms and nothing beside."""
    return len(split_words(text)) == len(split_words(other)) and bool(find_places(text, other, language))
