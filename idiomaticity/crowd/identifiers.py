"""Identifiers that a marketplace puts into the link: one spelling for each, and which of two could be one person's."""

from __future__ import annotations

import re
import unicodedata

_IDENTIFIER = re.compile(r"[a-z0-9_.@-]{1,100}")
# Format and control characters show nothing; variation selectors and fillers are marks and letters.
_INVISIBLE = frozenset({"Cf", "Cc"})
_UNSEEN_MARKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]")
# Mechanical Turk shows a task before it is accepted under this id, the same for everybody.
PREVIEW = "assignment_id_not_available"


def normalise_identifier(text: str) -> str | None:
    """Return the one spelling under which an identifier is compared, or None if no marketplace gives out such a one.

    Capitals, full-width forms, spaces around it, and characters that show nothing make no other person.
    """
    visible = _UNSEEN_MARKS.sub("", unicodedata.normalize("NFKC", text))
    visible = "".join(letter for letter in visible if unicodedata.category(letter) not in _INVISIBLE)
    folded = unicodedata.normalize("NFKC", visible.casefold()).strip()
    return folded if _IDENTIFIER.fullmatch(folded) else None


def earlier_spellings(text: str) -> list[str]:
    """Return the spellings under which versions before this one stored an identifier, which distinguished capitals."""
    folded = normalise_identifier(text) or ""
    return list(dict.fromkeys(filter(None, (text.strip(), folded, folded.upper()))))


def find_skeleton(identifier: str) -> str:
    """Return what is left of an identifier without signs, leading zeros, and letters that are taken for digits."""
    letters = "".join(letter for letter in identifier if letter.isalnum())
    return letters.translate(str.maketrans("oil", "011")).lstrip("0")
