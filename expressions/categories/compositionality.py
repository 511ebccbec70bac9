"""Compositionality classes of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from annotation_site.texts.characters import is_mark, normalise, straighten_apostrophes
from annotation_site.texts.format_characters import bare

IDIOMATIC, PARTLY, COMPOSITIONAL = "idiomatic", "partly", "compositional"
CLASSES = (IDIOMATIC, PARTLY, COMPOSITIONAL)
# As studies of compounds write them, and how people do.
_NAMES = {"nc": IDIOMATIC, "pc": PARTLY, "c": COMPOSITIONAL, **{name: name for name in CLASSES}}
_NAMES |= {"idiom": IDIOMATIC, "non-compositional": IDIOMATIC, "partly compositional": PARTLY}
_NAMES |= {"partly idiomatic": PARTLY, "literal": COMPOSITIONAL}


def read_class(text: str) -> str:
    """Return one of CLASSES, empty for an empty cell; raise ValueError, with a sentence, for anything else."""
    written = " ".join(text.lower().split())
    if not written:
        return ""
    if written not in _NAMES:
        raise ValueError(f"“{text[:40]}” is not a compound class. Use {', '.join(CLASSES)} (NC, PC, C).")
    return _NAMES[written]


# Between idiomatic and partly, and between partly and compositional: thirds of the scale from 0 to 5, to which means
# are converted.
LOWEST_MEAN, HIGHEST_MEAN = 0.0, 5.0
BOUNDS = (1.67, 3.33)


@dataclass(frozen=True, slots=True)
class ClassedExpression:
    """An expression's class, empty where none counts, and the mean rating of the whole."""

    text: str
    expression_class: str
    mean: float | None

    def find_class(self, bounds: tuple[float, float] | None) -> str:
        """Return the class in force, otherwise one by the mean if bounds are given.

        Means below the first bound are idiomatic, those above the second compositional.
        """
        if self.expression_class or bounds is None or self.mean is None:
            return self.expression_class
        if self.mean < bounds[0]:
            return IDIOMATIC
        return COMPOSITIONAL if self.mean > bounds[1] else PARTLY


class ClassFinder:
    """Finds the class of an expression by its words as they are written, else by their lemmas; expressions whose
    lemmas are the same and whose classes differ are found as they are written only."""

    def __init__(self, classed: Iterable[tuple[str, str]], lemmatise: Callable[[str], str] = str.lower) -> None:
        self._lemmatise = lemmatise
        self._written: dict[str, str] = {}
        self._lemmas: dict[str, str] = {}
        for text, expression_class in classed:
            written = _normalise_form(text)
            self._written[written] = expression_class
            key = self._join_lemmas(written)
            self._lemmas[key] = expression_class if self._lemmas.get(key, expression_class) == expression_class else ""

    def find(self, *names: str) -> str:
        """Return the class of the first known name: a label, then the words in a sentence."""
        for name in filter(None, names):
            written = _normalise_form(name)
            expression_class = self._written.get(written) or self._lemmas.get(self._join_lemmas(written))
            if expression_class:
                return expression_class
        return ""

    def _join_lemmas(self, written: str) -> str:
        return " ".join(self._lemmatise(word).lower() for word in written.split())


def _normalise_form(text: str) -> str:
    plain = normalise("NFC", bare(straighten_apostrophes(text))).lower()
    spaced = "".join(
        character if character.isalnum() or character in "_'" or is_mark(character) else " " for character in plain
    )
    return " ".join(word.lstrip("'") for word in spaced.split() if word.strip("'"))
