"""Languages whose lemmas and parts of speech measures can find."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.metrics.words import lemmatiser


def is_english(language: str) -> bool:
    """Return whether the language is English, the only one that WordNet and the tagger know."""
    return language.partition("-")[0].lower() == "en"


def find_missing_lemmas(languages: Iterable[str]) -> str | None:
    """Return the first of the languages that has no lemmatiser."""
    for language in languages:
        try:
            lemmatiser(language)
        except ValueError:
            return language
    return None
