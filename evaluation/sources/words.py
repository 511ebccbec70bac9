"""Word prefixes shared by all forms of an expression, used to query an index before lemmas decide."""

from __future__ import annotations

from idiomaticity.compounds.placing import find_places, split_words

# Endings change in the last letters; shorter words are looked for whole, and so are their forms in sentences.
CUT = 2
SHORTEST = 3


def cut_words(form: str) -> list[str]:
    """Return the words in lower case, long ones without their last two letters: `glass ceilings` → gla, ceilin."""
    return [word.lower()[: max(SHORTEST, len(word) - CUT)] for word in split_words(form)]


def is_same_expression(text: str, other: str, language: str) -> bool:
    """Return whether both texts have the same words, in any form, and no others."""
    return len(split_words(text)) == len(split_words(other)) and bool(find_places(text, other, language))
