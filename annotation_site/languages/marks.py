"""Marks of sentences that are translated where they are shown, for modules that know no framework.

`annotation_site/languages/sentences` translates them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Rounded(NamedTuple):
    """A number in a sentence, with fixed decimals."""

    value: float
    decimals: int


Value = str | int | Rounded


class FilledSentence(str):
    """A sentence in English with values in it, which keeps its wording and its values to be translated with."""

    __slots__ = ("forms", "number", "values")
    forms: tuple[str, ...]
    number: int | None
    values: Mapping[str, Value]

    def __new__(cls, forms: tuple[str, ...], number: int | None, values: Mapping[str, Value]) -> FilledSentence:
        form = forms[0] if number in (None, 1) else forms[-1]
        sentence = super().__new__(cls, form.format_map({name: _write_value(value) for name, value in values.items()}))
        sentence.forms, sentence.number, sentence.values = forms, number, values
        return sentence


class Paragraph(str):
    """Sentences one after the other, each of which is translated by itself."""

    __slots__ = ("sentences",)
    sentences: tuple[str, ...]

    def __new__(cls, *sentences: str) -> Paragraph:
        said = tuple(sentence for sentence in sentences if sentence)
        paragraph = super().__new__(cls, " ".join(said))
        paragraph.sentences = said
        return paragraph


def gettext_noop(sentence: str) -> str:
    """Return the sentence."""
    return sentence


def gettext_filled(sentence: str, **values: Value) -> FilledSentence:
    """Return the sentence with values for its names in braces."""
    return FilledSentence((sentence,), None, values)


def ngettext_filled(one: str, many: str, number: int, **values: Value) -> FilledSentence:
    """Return the form for this number, with values for its names in braces."""
    return FilledSentence((one, many), number, values)


def _write_value(value: Value) -> str:
    if isinstance(value, Rounded):
        return f"{value.value:z.{value.decimals}f}".replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else value
