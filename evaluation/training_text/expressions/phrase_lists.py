"""A list of phrases, one a line, to what finds them."""

from __future__ import annotations

from collections.abc import Iterable

from annotation_site.phrases import Lemmatiser, PhraseRules, make_pattern
from annotation_site.phrases.patterns import PhrasePattern
from annotation_site.texts.faults import FormatError

LONGEST_PHRASE = 300


def read_phrases(lines: Iterable[str], name: str, lemmatiser: Lemmatiser, language: str) -> dict[str, PhrasePattern]:
    """Return patterns by phrase, in the order of the list, each phrase once.

    The paper's rules (the/to, someone, …) apply to English lists only. Raise FormatError, naming the first line that
    cannot be used.
    """
    rules = PhraseRules() if language.lower().startswith("en") else PhraseRules.none()
    patterns: dict[str, PhrasePattern] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(line.strip()) > LONGEST_PHRASE:
            raise FormatError(name, number, f"The phrase is longer than {LONGEST_PHRASE} characters.")
        if any(not character.isprintable() and not character.isspace() for character in line):
            raise FormatError(name, number, "The phrase contains an invalid character.")
        try:
            pattern = make_pattern(line, lemmatiser, rules)
        except ValueError as error:
            raise FormatError(name, number, str(error)) from error
        patterns.setdefault(pattern.phrase, pattern)
    if not patterns:
        raise FormatError(name, None, "The list has no phrases.")
    return patterns
