"""Names that people type or paste, as they are seen: two that look alike are one."""

from __future__ import annotations

from collections.abc import Iterable

from annotation_site.texts.format_characters import clean

# Of an item. PARSEME names a sentence by corpus, path and number, of which the end is unique.
LONGEST_IDENTIFIER = 250


def clean_name(text: str) -> str:
    """Return the name without characters that show nothing, and with single spaces; joiners that belong to a script or
    an emoji stay.
    """
    return " ".join(clean(text).split())


def find_same_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that looks like this one, as it is stored; earlier versions stored names as they came."""
    wanted = clean_name(name)
    alike = [name for name in known if clean_name(name) == wanted]
    return wanted if wanted in alike else next(iter(alike), None)
