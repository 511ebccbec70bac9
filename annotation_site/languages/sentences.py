"""Sentences of modules that know no framework, in the language in which a page is read."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from annotation_site.languages.marks import FilledSentence, Paragraph, Rounded, Value
from annotation_site.languages.numbers import say_count, say_decimals


def say_sentence(sentence: str) -> str:
    """Return the translation of a marked sentence, with its values in the form of the language."""
    if isinstance(sentence, Paragraph):
        return " ".join(map(say_sentence, sentence.sentences))
    if not isinstance(sentence, FilledSentence):
        # The translation of nothing is the header of the catalogue.
        return gettext(sentence) if sentence else ""
    values = {name: _say_value(value) for name, value in sentence.values.items()}
    if sentence.number is None:
        return gettext(sentence.forms[0]).format_map(values)
    one, many = sentence.forms
    return ngettext(one, many, sentence.number).format_map(values)


def _say_value(value: Value) -> str:
    if isinstance(value, Rounded):
        return say_decimals(value.value, value.decimals)
    if isinstance(value, int):
        return say_count(value)
    return say_sentence(value) if isinstance(value, FilledSentence) else value
