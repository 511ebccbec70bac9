"""The first pairs of a preview with each annotator's links in words: only there can a person see that links are
reversed or shifted, where all of them lie within their sentences.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from alignment.imported_annotation.jobs.staging import fetch
from alignment.readings.links import Reading

SHOWN_PAIRS = 5
PAIRS = "SELECT key, source, target FROM staged_pair WHERE position <= %s ORDER BY position"
READINGS = """
    SELECT key, reader, staged_reading.reading FROM staged_reading JOIN staged_pair USING (key)
    WHERE fault IS NULL AND position <= %s ORDER BY reader
"""


def describe_first_pairs(names: Sequence[str]) -> list[dict[str, Any]]:
    """Return key and words of the first pairs, and their readings under the annotators' names, in their order."""
    readings: dict[str, list[tuple[str, Reading]]] = defaultdict(list)
    for key, reader, stored in fetch(READINGS, [SHOWN_PAIRS]):
        readings[key].append((names[reader], Reading.from_json(json.loads(stored))))
    pairs = []
    for key, source, target in fetch(PAIRS, [SHOWN_PAIRS]):
        in_words = [
            {"name": name, "links": _in_words(source, target, reading.links)} for name, reading in readings[key]
        ]
        pairs.append({"key": key, "source": source, "target": target, "readings": in_words})
    return pairs


def _in_words(
    source: Sequence[str], target: Sequence[str], links: Mapping[tuple[int, int], str]
) -> list[tuple[str, str, str]]:
    return [(source[here], target[there], label) for (here, there), label in sorted(links.items())]
