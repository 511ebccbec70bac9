"""A machine's judgement of one compound, as a program writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from idiomaticity.projects.asked_questions import AskedQuestion
from idiomaticity.scales.judgements import SCALES, Judgement
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, MOST_PARAPHRASES


def read_judgement(answer: Mapping[str, Any], questions: Sequence[AskedQuestion]) -> Judgement:
    """Return the judgement of an answer, in which questions may be left out. Raise ValueError with a sentence."""
    extra = answer.get("extra") or {}
    if not isinstance(extra, Mapping):
        raise ValueError("Answers to extra questions must be an object.")
    given = {**extra, **{scale: answer[scale] for scale in SCALES if answer.get(scale) is not None}}
    by_name = {question.name: question for question in questions}
    for name, value in given.items():
        if name not in by_name:
            raise ValueError(f"There is no question “{str(name)[:40]}” about this compound.")
        if not by_name[name].takes(value):
            raise ValueError(f"The score of {name} must be {by_name[name].scale}, or -1 for “cannot judge”.")
    paraphrases = answer.get("paraphrases") or []
    if not isinstance(paraphrases, list) or len(paraphrases) > MOST_PARAPHRASES:
        raise ValueError(f"Paraphrases must be a list of {MOST_PARAPHRASES} at most.")
    if not all(isinstance(text, str) and 0 < len(text.strip()) <= LONGEST_PARAPHRASE for text in paraphrases):
        raise ValueError(f"A paraphrase must have 1 to {LONGEST_PARAPHRASE} characters.")
    if not given and not paraphrases:
        raise ValueError("An answer has a score or a paraphrase.")
    scores = {scale: given[scale] for scale in SCALES if scale in given}
    others = {name: value for name, value in given.items() if name not in SCALES}
    return Judgement(**scores, paraphrases=tuple(text.strip() for text in paraphrases), extra=others)
