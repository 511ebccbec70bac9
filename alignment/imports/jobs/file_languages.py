"""The two languages that are read from a translation memory of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alignment.formats.parallel.tmx_languages import choose_languages, count_languages
from alignment.imports.jobs.packed_texts import TextPart

# To choose from.
MOST_LANGUAGES = 200


@dataclass(frozen=True)
class ChosenLanguages:
    """The tags that are read from a translation memory, the question that is left, and the number of texts by tag."""

    source: str
    target: str
    question: str
    counts: dict[str, int]


def choose_file_languages(parameters: Mapping[str, Any], part: TextPart, encoding: str) -> ChosenLanguages:
    """Return the languages to read from a translation memory: those that were asked for, else the project's."""
    source, target = parameters["source_language"], parameters["target_language"]
    wanted = (parameters.get("file_source_language") or source, parameters.get("file_target_language") or target)
    with part.open() as file:
        languages = count_languages(file, encoding)
    choice = choose_languages(languages, wanted)
    counts = dict(languages.counts.most_common(MOST_LANGUAGES))
    return ChosenLanguages(choice.source or wanted[0], choice.target or wanted[1], choice.question, counts)
