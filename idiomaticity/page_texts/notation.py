"""Sentences as managers read and write them: without tags, and with one notation of placeholders."""

import re

_PLACEHOLDER = re.compile(r"%\((\w+)\)s")
_NAMED = re.compile(r"\{(\w+)\}")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_MARK = re.compile(r"[\[\]]")


def show_text(text: str) -> str:
    """Return a sentence with `[` and `]` around what a tag encloses, and placeholders as `{name}`."""
    return _PLACEHOLDER.sub(r"{\1}", _TAG.sub(lambda tag: "]" if tag[0].startswith("</") else "[", text))


def restore_text(original: str, shown: str) -> str:
    """Return the sentence that was shown or changed, with the tags and placeholders of the original in their order.

    Marks that the original does not have stay as they are typed.
    """
    tags = iter(_TAG.findall(original))
    text = _MARK.sub(lambda mark: next(tags, mark[0]), shown) if "<" in original else shown
    named = set(_PLACEHOLDER.findall(original))
    return _NAMED.sub(lambda placeholder: f"%({placeholder[1]})s" if placeholder[1] in named else placeholder[0], text)
