"""Language tags in files of several languages, compared with those that are wanted."""

from __future__ import annotations


def normalise_tag(tag: str) -> str:
    """Return a language tag in the form in which equal ones are equal."""
    return tag.strip().casefold().replace("_", "-")


def fits_language(tag: str, wanted: str) -> int | None:
    """Return 0 for the same tag, 1 if one is a prefix of the other (en, en-GB), None if they differ."""
    given, sought = normalise_tag(tag), normalise_tag(wanted)
    if given == sought:
        return 0
    return 1 if given.startswith(sought + "-") or sought.startswith(given + "-") else None
