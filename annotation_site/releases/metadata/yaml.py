"""Texts in YAML."""

import json


def quote(text: str) -> str:
    """Return a YAML text; JSON leaves some characters as they are that YAML does not take."""
    return "".join(
        char if char.isprintable() else f"\\U{ord(char):08x}" for char in json.dumps(text, ensure_ascii=False)
    )
