"""MAGPIE: occurrences of idioms with their labels, an object a line, whose third sentence of context has the idiom.

Source: Haagsma et al. 2020. Labels are i (idiomatic), l (literal), o (other), f (false extraction) and ? (unclear);
the filtered set has those of i and l with a confidence of .75 or more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from annotation_site.phrases import Lemmatiser, split_sentence
from annotation_site.texts.faults import FormatError
from annotation_site.texts.token_places import find_tokens
from expressions.formats.occurrences import CONTEXT, LABELS, Context, Source, make_occurrence, make_tokens
from expressions.formats.sentences import Expression, MarkedSentence

_TARGET = CONTEXT


def read_magpie(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield the sentences with their idiom, under the label as category. Raise FormatError."""
    lemmatiser = Lemmatiser("en")
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _read_object(_parse(line, name, number), name, number, lemmatiser)


def _parse(line: str, name: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(name, number, "The line is no JSON object.") from error
    context = found.get("context") if isinstance(found, dict) else None
    is_whole = isinstance(context, list) and len(context) > _TARGET and all(isinstance(each, str) for each in context)
    if not is_whole or not isinstance(found.get("offsets"), list) or found.get("label") not in LABELS:
        fault = "An occurrence of MAGPIE needs “context” (five sentences), “offsets” and “label” (i, l, o, f or ?)."
        raise FormatError(name, number, fault)
    return dict(found)


def _read_object(found: dict[str, Any], name: str, number: int, lemmatiser: Lemmatiser) -> MarkedSentence:
    text = found["context"][_TARGET]
    sentence = split_sentence(text, lemmatiser)
    places = [(word.start, word.end) for word in sentence.words]
    try:
        spans = [(int(start), int(end)) for start, end in found["offsets"]]
    except (TypeError, ValueError) as error:
        raise FormatError(name, number, "“offsets” are no pairs of numbers such as [[3, 8]].") from error
    words = find_tokens(places, spans)
    if not words or any(not 0 <= start < end <= len(text) for start, end in spans):
        fault = f"The offsets {found['offsets']!s:.60} are not inside the third sentence of the context."
        raise FormatError(name, number, fault)
    confidence = found.get("confidence")
    expression = Expression(
        words,
        LABELS[found["label"]],
        str(found.get("idiom", "")),
        confidence=float(confidence) if isinstance(confidence, int | float) else None,
    )
    source = Source("magpie", str(found.get("id", number)), number)
    context = Context(found["context"][:_TARGET], found["context"][_TARGET + 1 :])
    return make_occurrence(source, make_tokens(sentence), text, context, (expression,))
