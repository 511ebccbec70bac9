"""Texts that look like the other language of a test set: reported, not refused, as a baseline may copy its source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from annotation_site.texts.language_signs import Mixup, Sides, find_mixup
from annotation_site.texts.languages import find_language
from evaluation.test_sets.files.rows import SegmentRow

# More running words do not make a language plainer.
MOST_WORDS = 20_000
_NOTHING: Sides = ({}, {})
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class SideWords:
    """Words of the first segments of sources and translations."""

    languages: tuple[str, str]
    sides: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    total: int = 0

    def add(self, source: str, target: str) -> None:
        """Count the words of a segment, if both sides have any and they are not yet enough."""
        words_of_sides = [_WORD.findall(text.lower()) for text in (source, target)]
        if self.total < MOST_WORDS and all(words_of_sides):
            self.total += min(map(len, words_of_sides))
            for side, words in zip(self.sides, words_of_sides, strict=True):
                side.update(words)

    def follow(self, rows: Iterable[SegmentRow]) -> Iterator[SegmentRow]:
        """Yield the segments, and count the words of source and first reference of each."""
        for row in rows:
            self.add(row.source, next(iter(row.references), ""))
            yield row

    def find_mixup(self, known: Sides = _NOTHING) -> Mixup | None:
        """Return which side looks like a text in the other language, or None."""
        return find_mixup(self.sides, self.languages, known)

    def names(self) -> tuple[str, str]:
        """Return the names of the two languages."""
        return find_language(self.languages[0]).name, find_language(self.languages[1]).name

    def describe_mixup(self) -> str:
        """Return a sentence on sources and references in each other's language, or nothing."""
        source, target = self.names()
        sentences: dict[Mixup | None, str] = {
            "swapped": f"The source looks like {target}, and the reference like {source}: they may be swapped.",
            "source": f"The source looks like {target} rather than {source}.",
            "target": f"The reference looks like {source} rather than {target}.",
        }
        return sentences.get(self.find_mixup(), "")
