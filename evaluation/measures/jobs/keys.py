"""What decides whether values that are stored answer a question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings

from evaluation.measures.base import Measure
from evaluation.measures.options import Options


def measure_key(
    measure: Measure[Any], options: Options, asked: Mapping[str, Any], *, language: str, has_wordnet: bool = False
) -> str:
    """What a measure's values depend on beside the texts: the version, its options, the files that it reads, the
    lemmatiser and tagger, the lemmas that came with texts, and the marks where they were changed on the page.

    One key for all systems, so that they stand in one column: it tells the annotation of each of them.
    """
    hashes = asked.get("hashes", {})
    question = {
        "version": settings.VERSION,
        "measure": measure.name,
        "options": measure.of_options(options),
        "files": {part: sorted(hashes.get(part, ())) for part in list_parts(measure)},
        "wordnet": has_wordnet and measure.reads_wordnet,
        "marks": asked.get("marks", ""),
        "tools": measure.name_tools(options, language),
        "annotations": select_annotations(asked.get("annotations", {}), measure.word_sides(options)),
    }
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def list_parts(measure: Measure[Any]) -> list[str]:
    """The files that a measure depends on; a system's own alignment never changes."""
    parts = [file.part for file in measure.files]
    parts += [measure.scores.list_part] if measure.scores else []
    return [*parts, *(["reference_alignment"] if "reference" in measure.aligned else [])]


def select_annotations(annotations: Mapping[str, Any], sides: Collection[str]) -> dict[str, Any]:
    """What is told of these sides; empty where nothing is."""
    source = {name: each for name, each in annotations.items() if name == "source" and "source" in sides}
    target = {name: each for name, each in annotations.items() if name != "source" and "target" in sides}
    return {**source, **target}
