"""Schemes of error spans: ESA, MQM in Google's version, and one for translations of expressions.

ESA   Kocmi et al. 2024: minor and major errors without categories, then a score from 0 to 100
MQM   Freitag et al. 2021: a hierarchy of categories; the score is the sum of weights, lower is better
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from annotation_site.languages.marks import gettext_noop as _

Side = Literal["source", "target"]
SOURCE, TARGET = "source", "target"
SIDES = (TARGET, SOURCE)
NEUTRAL, MINOR, MAJOR = "neutral", "minor", "major"
SEVERITIES = (NEUTRAL, MINOR, MAJOR)
SEVERITY_TITLES: Mapping[str, str] = {NEUTRAL: _("No error"), MINOR: _("Minor"), MAJOR: _("Major")}
ERRORS = (MINOR, MAJOR)
NO_ERROR = "No-error"
PUNCTUATION, NON_TRANSLATION = "Fluency/Punctuation", "Non-translation"
_WEIGHTS: Mapping[str, float] = {NEUTRAL: 0.0, MINOR: 1.0, MAJOR: 5.0, "critical": 5.0}


@dataclass(frozen=True, slots=True, order=True)
class ErrorSpan:
    """A marked stretch of the translation or of the source, in code points, end excluded."""

    side: str
    start: int
    end: int
    category: str
    severity: str

    def to_json(self) -> dict[str, Any]:
        """Return the span as the API and releases write it."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the span from its written form."""
        return cls(**{name: data[name] for name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class Category:
    """A category with its title, its key, the severities it may have, and the side on which it is marked. K skips an
    item and X says that a translation cannot be judged, so that neither is the key of a category.
    """

    name: str
    title: str
    key: str
    severities: tuple[str, ...] = ERRORS
    side: Side = "target"


@dataclass(frozen=True, slots=True)
class Scheme:
    """Categories in the order in which they are offered, and whether a score from 0 to 100 is asked beside them."""

    categories: tuple[Category, ...]
    has_score: bool = False

    def find(self, name: str) -> Category | None:
        """Return the category with this name, or None."""
        return next((category for category in self.categories if category.name == name), None)

    def find_fault(self, span: ErrorSpan) -> str | None:
        """Return a sentence that says why nobody can mark such a span, None if it is possible."""
        category = self.find(span.category)
        if category is None:
            return f"There is no category “{span.category}”."
        if span.side != category.side:
            return f"“{category.name}” is marked in the {category.side}."
        if span.severity not in category.severities:
            return f"“{category.name}” must be {' or '.join(category.severities)}."
        return None


def weigh(category: str, severity: str) -> float:
    """Return the weight of an error: major 5, minor 1, minor punctuation 0.1, non-translation 25, neutral 0."""
    if category.lower().startswith(NON_TRANSLATION.lower()):
        return 25.0
    if severity == MINOR and category.lower() == PUNCTUATION.lower():
        return 0.1
    return _WEIGHTS.get(severity, 0.0)


def add_weights(spans: Iterable[ErrorSpan]) -> float:
    """Return the MQM score of a translation, 0 without errors; rounded, since weights are tenths."""
    return round(sum(weigh(span.category, span.severity) for span in spans), 1)


ESA = Scheme(
    (Category("Error", _("Error"), "e"), Category("Omission", _("Omission"), "o", side="source")),
    has_score=True,
)
# Names as in Google's files, https://github.com/google/wmt-mqm-human-evaluation.
MQM = Scheme(
    (
        Category("Accuracy/Mistranslation", _("Mistranslation"), "m"),
        Category("Accuracy/Addition", _("Addition"), "a"),
        Category("Accuracy/Omission", _("Omission"), "o", side="source"),
        Category("Accuracy/Untranslated text", _("Untranslated text"), "u"),
        Category("Fluency/Grammar", _("Grammar"), "g"),
        Category("Fluency/Spelling", _("Spelling"), "s"),
        Category(PUNCTUATION, _("Punctuation"), "p"),
        Category("Fluency/Register", _("Register"), "r"),
        Category("Fluency/Inconsistency", _("Inconsistency"), "i"),
        Category("Fluency/Character encoding", _("Character encoding"), "c"),
        Category("Terminology/Inappropriate for context", _("Term out of place"), "t"),
        Category("Terminology/Inconsistent use", _("Inconsistent term"), "j"),
        Category("Style/Awkward", _("Awkward style"), "w"),
        Category("Locale convention/Date format", _("Date format"), "d"),
        Category("Locale convention/Time format", _("Time format"), "h"),
        Category("Locale convention/Currency format", _("Currency format"), "f"),
        Category("Locale convention/Name format", _("Name format"), "n"),
        Category("Locale convention/Address format", _("Address format"), "l"),
        Category("Locale convention/Telephone format", _("Telephone format"), "e"),
        Category("Other", _("Other"), "z"),
        Category(NON_TRANSLATION, _("Not a translation"), "v", (MAJOR,)),
        Category("Source error", _("Error of the source"), "b", side="source"),
    )
)
EXPRESSION = Scheme(
    (
        Category("Expression/Literal translation", _("Literal translation"), "l"),
        Category("Expression/Partial translation", _("Partial translation"), "p"),
        Category("Expression/Wrong sense", _("Wrong sense"), "w"),
        Category("Expression/Missing", _("Missing"), "m", side="source"),
        Category("Expression/Good idiom", _("Good idiom"), "g", (NEUTRAL,)),
        Category("Expression/Paraphrase", _("Paraphrase"), "a", (NEUTRAL,)),
    )
)
SCHEMES: Mapping[str, Scheme] = {"esa": ESA, "mqm": MQM, "expression": EXPRESSION}
