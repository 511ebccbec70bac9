"""Sentences about how the words of a text were found, and whether it looks raw or tokenised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

SIDES = ("source", "target")


class Tokenisation(NamedTuple):
    """A sentence about the words; a warning if they were found in another way than the text suggests."""

    sentence: str
    is_warning: bool


def describe_tokenisation(result: Mapping[str, Any], names: Mapping[str, str]) -> list[Tokenisation]:
    """Return a sentence for both sides of a preview, or one for each if they differ; none for words of the file's own.

    `names` are those of the languages.
    """
    signs, methods = result.get("punctuation", {}), result.get("tokens", {})
    sides = [(side, signs[side], methods[side]) for side in SIDES if signs.get(side, {}).get("words")]
    kinds = {(signs_of_side["is_raw"], method) for _, signs_of_side, method in sides}
    if len(kinds) == 1 and len(sides) == len(SIDES):
        both = {"attached": 0, "alone": 0}
        for _, signs_of_side, _ in sides:
            both["attached"] += signs_of_side["attached"]
            both["alone"] += signs_of_side["alone"]
        ((is_raw, method),) = kinds
        return [_tokenisation_of("", both, is_raw=is_raw, method=method)]
    return [
        _tokenisation_of(f"{names[side]}: ", signs_of_side, is_raw=signs_of_side["is_raw"], method=method)
        for side, signs_of_side, method in sides
    ]


def _tokenisation_of(start: str, signs: Mapping[str, int], *, is_raw: bool, method: str) -> Tokenisation:
    split = "was split by language rules" if method == "words" else "was split at spaces only"
    if signs["attached"] and is_raw:
        words = "1 word ends" if signs["attached"] == 1 else f"{signs['attached']:,} words end"
        reason = f"{words} in punctuation: this looks like raw text"
    elif is_raw:
        reason = "Words are joined: this looks like raw text"
    elif signs["alone"]:
        reason = "Punctuation stands apart from the words: this looks like tokenised text"
    else:
        reason = "Nothing shows whether the text is raw or tokenised"
    is_warning = is_raw and method == "spaces"
    return Tokenisation(f"{start}{reason}{', but it' if is_warning else '. It'} {split}.", is_warning)
