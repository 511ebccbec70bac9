"""What decides whether values that are stored answer a question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.conf import settings

from evaluation.measures.options import NEEDS_WORDNET, PARTS_OF, MeasureOptions, find_word_sides


def measure_key(
    measure: str,
    options: MeasureOptions,
    hashes: Mapping[str, list[str]],
    *,
    has_wordnet: bool = False,
    marks: str = "",
    tools: Sequence[str] = (),
    annotations: Mapping[str, Any] | None = None,
) -> str:
    """What a measure's values depend on beside the texts: the version, its options, the files that it reads, the
    lemmatiser and tagger, the lemmas that came with texts, and the marks where they were changed on the page.

    One key for all systems, so that they stand in one column: it tells the annotation of each of them.
    """
    files = {part: sorted(hashes.get(part, ())) for part in PARTS_OF.get(measure, ())}
    question: list[Any] = [
        settings.VERSION,
        measure,
        options.of_measure(measure),
        files,
        has_wordnet and measure in NEEDS_WORDNET,
    ]
    if marks:
        question.append(marks)
    if tools:
        question.append(list(tools))
    if read := select_annotations(annotations or {}, find_word_sides(measure, options)):
        question.append(read)
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def select_annotations(annotations: Mapping[str, Any], sides: Collection[str]) -> dict[str, Any]:
    """What is told of these sides; empty where nothing is."""
    source = {name: each for name, each in annotations.items() if name == "source" and "source" in sides}
    target = {name: each for name, each in annotations.items() if name != "source" and "target" in sides}
    return {**source, **target}
