"""Words that were typed, and the names of things that begin like them."""

import re
import unicodedata

WORD = re.compile(r"\w+")


def split_words(text: str) -> list[str]:
    """Return the words of a text without case and accents: whoever types "Uberblick" means "Überblick"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))


def rank(name: str, typed: str) -> tuple[int, int] | None:
    """Return the place of a name among those that were found, the lowest first; None if it was not meant.

    It was if one of its words begins like each word typed. Names that begin with what was typed come first, then
    shorter ones.
    """
    words, wanted = split_words(name), split_words(typed)
    if not all(any(word.startswith(beginning) for word in words) for beginning in wanted):
        return None
    return (0 if words[: len(wanted)] and words[0].startswith(wanted[0] if wanted else "") else 1, len(words))
