"""Sentences of pairs as they were written, for rows of lists."""

import re
from collections.abc import Sequence

from annotation_site.texts.token_places import fit_tokens

OPENING = ("(", "[", "{", "“", "„", "¿", "¡", "‘")
_CLOSING = re.compile(r"[.,;:!?…)\]}”%。、，]+")
# English 's and n't; French and Italian l' and dell'.
_CLITIC = re.compile(r"(?:['’][a-z]{1,2}|n['’]t)", re.IGNORECASE)
_ELIDED = re.compile(r"(?:^|\s)\w+['’]$")


def write_text(tokens: Sequence[str], text: str) -> str:
    """Return the sentence as it was written, or, of one that came in tokens, as it would be."""
    return text or join_tokens(tokens)


def join_tokens(tokens: Sequence[str]) -> str:
    """Return tokens with spaces between words only. Straight quotation marks, which may open or close, keep theirs."""
    joined = ""
    for token in tokens:
        is_attached = not joined or joined.endswith(OPENING) or _CLOSING.fullmatch(token) or _ELIDED.search(joined)
        joined += token if is_attached or _CLITIC.fullmatch(token) else f" {token}"
    return joined


def cut_excerpt(tokens: Sequence[str], text: str, most: int) -> str:
    """Return the sentence as it was written, up to the end of its first tokens."""
    if len(tokens) <= most:
        return write_text(tokens, text)
    shown, places = fit_tokens(tokens[:most], text)
    written = text and shown == text
    return f"{shown[places[0][0] : places[-1][1]] if written else join_tokens(tokens[:most])} …"
