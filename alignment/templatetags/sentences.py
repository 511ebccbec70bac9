"""Template filters for sentences that are shown word by word."""

from collections.abc import Sequence

from django import template

from annotation_site.texts.tokens import find_ending

register = template.Library()
NumberedTokens = list[tuple[int, str]]


@register.filter
def split_ending(tokens: Sequence[str]) -> tuple[NumberedTokens, NumberedTokens]:
    """Return the tokens with their indices, those apart that stay on one line at the end: the last word, and the
    punctuation after it.
    """
    numbered, last = list(enumerate(tokens)), find_ending(tokens)
    return (numbered, []) if last is None else (numbered[:last], numbered[last:])
