"""Counts of the characters that were removed from texts, in words for people."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from annotation_site.texts.format_characters import may_need_removal, remove_format_characters


def count_names(characters: Mapping[str, int]) -> dict[str, int]:
    """Return counts of characters by their names, as “soft hyphen (U+00AD)”."""
    named = {}
    for character, count in sorted(characters.items()):
        code = f"U+{ord(character):04X}"
        name = unicodedata.name(character, "").lower()
        named[f"{name} ({code})" if name else code] = count
    return named


@dataclass(slots=True)
class RemovedCharacters:
    """A count of the characters that were removed from texts."""

    counts: Counter[str]

    @classmethod
    def none(cls) -> RemovedCharacters:
        """Return the count before the first text."""
        return cls(Counter())

    def clean(self, text: str) -> str:
        """Return the text without characters that belong to no word, and count them."""
        if not may_need_removal(text):
            return text
        removal = remove_format_characters(text)
        self.counts.update(removal.characters)
        return removal.text

    def count(self, value: object) -> None:
        """Count what would be removed from every text in a value as JSON has it."""
        if isinstance(value, str):
            self.clean(value)
        elif isinstance(value, dict):
            for member in value.values():
                self.count(member)
        elif isinstance(value, list):
            for member in value:
                self.count(member)

    def to_json(self) -> dict[str, object]:
        """Return how many there were, in all and of each character."""
        return {"total": self.counts.total(), "characters": count_names(self.counts)}

    def describe(self, done: str = "removed") -> str:
        """Return a sentence that says what was done to them, or nothing if there were none."""
        if not self.counts:
            return ""
        total = self.counts.total()
        listed = ", ".join(f"{name}: {count:,}" for name, count in count_names(self.counts).items())
        number = "1 invisible character was" if total == 1 else f"{total:,} invisible characters were"
        return f"{number} {done} ({listed})."
