"""Position of a compound's head, by language."""

from __future__ import annotations

import re
from typing import NamedTuple

# Languages in which the head comes first: bebida alcoólica, pomme de terre.
_HEAD_FIRST = "pt es fr it ca gl ro oc ast br cy ga gd ar he fa vi th id ms sw mt sq"
HEAD_FIRST = frozenset(_HEAD_FIRST.split())
# A hyphen or a space separates the words; words between head and modifier belong to neither.
_PARTS = re.compile(r"[\s\u2010\u2011-]+")
_LINKING = "de da do das dos di del della des du d' d’ a à au aux em of the en y e"
LINKING = frozenset(_LINKING.split())


class Parts(NamedTuple):
    """The two words that annotators are asked about."""

    modifier: str
    head: str


def split_compound(compound: str, language: str) -> Parts | None:
    """Return modifier and head, or None if the compound alone does not determine them.

    That is so for a single word, or for more than two that are not joined by a linking word. The file must then name
    them.
    """
    words = [word for word in _PARTS.split(compound.strip()) if word]
    content = [word for word in words if word.casefold() not in LINKING] if len(words) > 2 else words
    if len(content) != 2:
        return None
    first, second = content
    return Parts(modifier=second, head=first) if is_head_first(language) else Parts(modifier=first, head=second)


def is_head_first(language: str) -> bool:
    """Return whether the head of a compound comes first in a language, given as a tag."""
    return language.lower().partition("-")[0] in HEAD_FIRST
