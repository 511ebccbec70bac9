"""Which languages the measures know words of."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.metrics.words import lemmatiser


def is_english(language: str) -> bool:
    """Whether WordNet and the tagger, which are English, know the language's words."""
    return language.partition("-")[0].lower() == "en"


def find_missing_lemmas(languages: Iterable[str]) -> str | None:
    """The first of the languages that there are no lemmas for."""
    for language in languages:
        try:
            lemmatiser(language)
        except ValueError:
            return language
    return None
