"""Our own form without loss: a JSON object for each sentence, with its lines as they were read and its expressions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from annotation_site.texts.conllu import ConlluSentence, read_conllu
from annotation_site.texts.faults import FormatError
from expressions.formats.sentences import Expression, MarkedSentence


def write_objects(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    """Yield a line for each sentence; words are counted from 0."""
    for sentence in sentences:
        told = {
            "lines": list(sentence.conllu.lines),
            "column": sentence.conllu.column,
            "annotated": sentence.unmarked_line is None,
            "expressions": [_to_json(each) for each in sentence.expressions],
        }
        yield json.dumps(told, ensure_ascii=False) + "\n"


def _to_json(each: Expression) -> dict[str, Any]:
    told: dict[str, Any] = {"words": list(each.words), "category": each.category}
    for key, value in (("comment", each.comment), ("annotator", each.annotator), ("confidence", each.confidence)):
        if value not in ("", None):
            told[key] = value
    return told


def read_objects(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield the sentences. Raise FormatError, naming the line, for an object that is none of ours."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
            (sentence,) = read_conllu(found["lines"])
            if not isinstance(sentence, ConlluSentence):
                raise FormatError(name, number, sentence.reason)
            sentence = ConlluSentence(number, sentence.lines, sentence.rows, int(found["column"]))
            expressions = tuple(_from_json(each, len(sentence.words)) for each in found["expressions"])
            unmarked = None if found["annotated"] else number
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            fault = (
                "The line is no sentence with “lines”, “column”, “annotated” and “expressions”, as convert writes it."
            )
            raise FormatError(name, number, fault) from error
        yield MarkedSentence(sentence, expressions, unmarked)


def _from_json(found: dict[str, Any], count: int) -> Expression:
    words = tuple(sorted({int(word) for word in found["words"]}))
    if not words or not 0 <= words[0] <= words[-1] < count:
        raise ValueError(f"The words {words} are not among {count}.")
    confidence = found.get("confidence")
    return Expression(
        words,
        str(found["category"]),
        str(found.get("comment", "")),
        str(found.get("annotator", "")),
        None if confidence is None else float(confidence),
    )
