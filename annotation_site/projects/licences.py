"""Licences under which managers publish data sets.

The legal texts in `licence_texts` are those of the SPDX License List, unchanged, from the package spdx-license-list
6.12.0 (CC0-1.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

OTHER = "other"
NOT_STATED = ""
LONGEST_TEXT = 2000
_TEXTS = Path(__file__).with_name("licence_texts")


class Licence(NamedTuple):
    """A licence by its SPDX identifier."""

    name: str
    url: str


LICENCES = {
    "CC-BY-4.0": Licence(
        "Creative Commons Attribution 4.0 International", "https://creativecommons.org/licenses/by/4.0/"
    ),
    "CC-BY-SA-4.0": Licence(
        "Creative Commons Attribution-ShareAlike 4.0 International", "https://creativecommons.org/licenses/by-sa/4.0/"
    ),
    "CC0-1.0": Licence("Creative Commons Zero v1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/"),
    "CC-BY-NC-4.0": Licence(
        "Creative Commons Attribution-NonCommercial 4.0 International",
        "https://creativecommons.org/licenses/by-nc/4.0/",
    ),
}


def licence_to_json(identifier: str, text: str = "") -> dict[str, str] | None:
    """Return `licence` of a manifest; None if the manager stated none. Raise ValueError for an unknown one."""
    if identifier == NOT_STATED:
        return None
    if identifier == OTHER:
        if not text.strip():
            raise ValueError("Enter the licence or its URL.")
        return {"id": "LicenseRef-other", "text": text.strip()}
    if identifier not in LICENCES:
        raise ValueError(f"“{identifier}” is not one of the available licences.")
    return {"id": identifier, "name": LICENCES[identifier].name, "url": LICENCES[identifier].url}


def write_licence(licence: Mapping[str, Any] | None) -> str:
    """Return a manifest's licence as a sentence."""
    if not licence:
        return "None stated. Contact the authors of this release before you use it."
    if "text" in licence:
        return str(licence["text"])
    return f"{licence['name']} ({licence['id']}), {licence['url']}"


def write_legal_text(licence: Mapping[str, Any] | None) -> str:
    """Return a manifest's licence in full, as its publisher words it; own terms, perhaps a mere URL, as entered."""
    if licence and licence["id"] in LICENCES:
        return (_TEXTS / f"{licence['id']}.txt").read_text(encoding="utf-8")
    return write_licence(licence) + "\n"
