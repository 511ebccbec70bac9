"""Bilingual dictionaries as MUSE writes them: `source target` on a line, a word's translations on several lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from annotation_site.texts.faults import Rejected, reject

# Tokens whose translations are kept at hand.
REMEMBERED = 1 << 16
Entries = Mapping[str, Sequence[str]]


@dataclass(slots=True)
class WordList:
    """Translations of each word in the order of the file, and the lines that could not be used."""

    entries: dict[str, list[str]] = field(default_factory=dict)
    rejected: list[Rejected] = field(default_factory=list)
    lines: int = 0


def read_dictionary(lines: Iterable[str], *, invert: bool = False) -> WordList:
    """Read a dictionary, rejecting lines without exactly two fields and skipping empty ones.

    `invert` reads target-source files.
    """
    words = WordList()
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields:
            continue
        words.lines += 1
        if len(fields) != 2:
            reason = f"A dictionary line must have two words; this one has {len(fields)}."
            words.rejected.append(reject(number, reason, line))
            continue
        source, target = reversed(fields) if invert else fields
        translations = words.entries.setdefault(source, [])
        if target not in translations:
            translations.append(target)
    return words


@dataclass(frozen=True, slots=True)
class BilingualDictionary:
    """One or more word lists in the same direction, looked up together."""

    lists: tuple[Entries, ...]
    _found: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def translate(self, token: str) -> tuple[str, ...]:
        """Return the translations of the token as spelled and in lower case, each once."""
        translations = self._found.get(token)
        if translations is None:
            if len(self._found) >= REMEMBERED:
                self._found.clear()
            forms = dict.fromkeys((token, token.lower()))
            words = chain.from_iterable(entries.get(form, ()) for form in forms for entries in self.lists)
            translations = self._found[token] = tuple(dict.fromkeys(words))
        return translations
