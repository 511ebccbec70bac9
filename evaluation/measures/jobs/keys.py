"""Keys under which values are stored: equal keys mean equal values for the same text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings

from evaluation.measures.base import Measure
from evaluation.measures.options import Options


def measure_key(
    measure: Measure[Any], options: Options, parameters: Mapping[str, Any], *, language: str, has_wordnet: bool = False
) -> str:
    """Return a hash of everything beside the texts on which a measure's values depend: the version, the measure's
    options and files, lemmatiser and tagger, uploaded lemmas, and expressions that were changed on the page.

    The key is the same for all systems, so that their scores share a column; it covers the lemmas of each of them.
    """
    hashes = parameters.get("hashes", {})
    question = {
        "version": settings.VERSION,
        "measure": measure.name,
        "options": measure.of_options(options),
        "files": {part: sorted(hashes.get(part, ())) for part in list_parts(measure)},
        "wordnet": has_wordnet and measure.reads_wordnet,
        "expressions": parameters.get("expressions", ""),
        "tools": measure.name_tools(options, language),
        "linguistic_annotations": select_linguistic_annotations(
            parameters.get("linguistic_annotations", {}), measure.word_sides(options)
        ),
    }
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def list_parts(measure: Measure[Any]) -> list[str]:
    """Return the files on which a measure's values depend. A system's own alignment is not among them: it never
    changes.
    """
    parts = [file.part for file in measure.files]
    parts += [measure.scores.list_part] if measure.scores else []
    return [*parts, *(["reference_alignment"] if "reference" in measure.aligned else [])]


def select_linguistic_annotations(linguistic: Mapping[str, Any], sides: Collection[str]) -> dict[str, Any]:
    """Return the entries of `linguistic` that belong to these sides."""
    source = {name: hashes for name, hashes in linguistic.items() if name == "source" and "source" in sides}
    target = {name: hashes for name, hashes in linguistic.items() if name != "source" and "target" in sides}
    return {**source, **target}
