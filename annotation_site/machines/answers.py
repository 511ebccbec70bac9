"""One answer of a machine as a program writes it: the item that it is about, and its confidence."""

import json
import math
from collections.abc import Mapping
from typing import Any

from annotation_site.texts.names import LONGEST_IDENTIFIER

LARGEST_KEY = 2**31 - 1
KEYS = ("item", "number", "id")


def read_place(answer: object) -> tuple[str, int | str]:
    """Return the key by which an answer names its item, and its value. Raise ValueError with a sentence."""
    if not isinstance(answer, Mapping):
        raise ValueError("An answer must be an object.")
    if not _is_storable(answer):
        raise ValueError("The answer has a character that cannot be stored.")
    given = [key for key in KEYS if answer.get(key) is not None]
    if len(given) != 1:
        raise ValueError("An answer names its item by one of item, number or id.")
    [key] = given
    value = answer[key]
    if key == "id":
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_IDENTIFIER:
            raise ValueError("The id must be text.")
        return key, value
    if type(value) is not int or not 0 < value <= LARGEST_KEY:
        raise ValueError(f"The {key} must be a number from 1.")
    return key, value


def read_confidence(answer: Mapping[str, Any]) -> float | dict[str, float] | None:
    """Return the confidence of an answer, or that of its parts by name. Raise ValueError with a sentence."""
    given = answer.get("confidence")
    if given is None:
        return None
    if isinstance(given, Mapping):
        if not all(_is_share(value) for value in given.values()):
            raise ValueError("Every confidence must be a number from 0 to 1.")
        return {str(name): float(value) for name, value in given.items()}
    if not _is_share(given):
        raise ValueError("The confidence must be a number from 0 to 1, or an object of such numbers.")
    return float(given)


def _is_storable(answer: Mapping[str, Any]) -> bool:
    """Return whether the database takes every text in an answer: none with NUL, or with half of a surrogate pair."""
    written = json.dumps(answer, ensure_ascii=False)
    return "\\u0000" not in written and not any("\ud800" <= character <= "\udfff" for character in written)


def _is_share(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and 0 <= value <= 1  # type: ignore[arg-type,operator]  # a number
