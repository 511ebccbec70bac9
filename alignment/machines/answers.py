"""A machine's links of one sentence pair, as a program writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alignment.readings.links import Reading, read_cells

KEYS = ("links", "sure", "possible", "unaligned_source", "unaligned_target")


def read_links(answer: Mapping[str, Any], source: Sequence[str], target: Sequence[str]) -> Reading:
    """Return the reading of an answer: `sure` and `possible` as in our own format, or `links` without labels, which
    count as Sure. Raise ValueError with a sentence.
    """
    if not any(answer.get(key) is not None for key in KEYS):
        raise ValueError("An answer has links, or sure and possible.")
    given = {key: answer[key] for key in KEYS if answer.get(key) is not None}
    if "links" in given and "sure" in given:
        raise ValueError("An answer has links, or sure and possible; not both.")
    reading = Reading.from_json({**given, "sure": given.get("links", given.get("sure", ""))})
    _require_inside("source", {cell[0] for cell in reading.links} | reading.unaligned_source, len(source))
    _require_inside("target", {cell[1] for cell in reading.links} | reading.unaligned_target, len(target))
    confidence = answer.get("confidence")
    if isinstance(confidence, Mapping):
        read_cells(" ".join(map(str, confidence)))
    return reading


def _require_inside(side: str, indices: set[int], length: int) -> None:
    if indices and max(indices) >= length:
        raise ValueError(f"There is no {side} word {max(indices)}: words are counted from 0, and there are {length}.")
