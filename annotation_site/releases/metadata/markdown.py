"""Text that people wrote, in Markdown."""

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")


def escape(text: str) -> str:
    """Return a text on one line that never becomes markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
