"""A list of phrases, one a line, to what finds them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from annotation_site.phrases import Lemmatiser, PhraseRules, make_pattern
from annotation_site.phrases.patterns import PhrasePattern
from annotation_site.texts.faults import FormatError
from annotation_site.texts.removed_characters import RemovedCharacters

LONGEST_PHRASE = 300
_INVALID = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")


def read_phrases(
    lines: Iterable[str], name: str, lemmatiser: Lemmatiser, language: str, removed: RemovedCharacters | None = None
) -> dict[str, PhrasePattern]:
    """Return patterns by phrase, in the order of the list, each phrase once.

    The paper's rules (the/to, someone, …) apply to English lists only. Characters that belong to no word are removed
    from the phrases, and counted in `removed`. Raise FormatError, naming the first line that
    cannot be used.
    """
    rules = PhraseRules() if language.lower().startswith("en") else PhraseRules.none()
    patterns: dict[str, PhrasePattern] = {}
    removed = removed or RemovedCharacters.none()
    for number, written in enumerate(lines, start=1):
        line = removed.clean(written)
        if not line.strip():
            continue
        if len(line.strip()) > LONGEST_PHRASE:
            raise FormatError(name, number, f"The phrase is longer than {LONGEST_PHRASE} characters.")
        if not line.isascii() or not line.isprintable():
            line = " ".join(line.split())
        if _INVALID.search(line):
            raise FormatError(name, number, "The phrase contains an invalid character.")
        try:
            pattern = make_pattern(line, lemmatiser, rules)
        except ValueError as error:
            raise FormatError(name, number, str(error)) from error
        patterns.setdefault(pattern.phrase, pattern)
    if not patterns:
        raise FormatError(name, None, "The list has no phrases.")
    return patterns
