"""Annotations of Pearmut: `data/outputs/CAMPAIGN.jsonl`, or the `annotations.json` that its dashboard gives.

A line is what one person answered on one document: `item`, a list of segments (src, tgt by system), and `annotation`, a
list with a score and error spans by system. See https://github.com/zouharvi/pearmut.
"""

from __future__ import annotations

from collections.abc import Iterator

from alignment.formats import FormatError
from evaluation.files.error_spans.objects import Object, read_objects, read_score, read_spans, read_text
from evaluation.files.error_spans.records import RatedTranslation, RatingFile

KEYS = frozenset({"annotation", "user_id", "item_i"})
_SKIPPED = "submit_skip"
_Answer = tuple[str, str]


def read_pearmut(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each person's last answer on each translation.

    Tutorials, skipped documents, answers that were reset, and translations with a validation (tests of attention, made
    worse on purpose) are left out.
    """
    answers: dict[_Answer, list[RatedTranslation]] = {}
    path = file.path
    for line, data in read_objects(path, file.encoding):
        if not data.keys() >= KEYS:
            raise FormatError(path, line, f"The line has no annotation. Keys: {', '.join(data)}.")
        if isinstance(data["item_i"], str):
            continue
        answer = read_text(path, line, data, "user_id"), str(data["item_i"])
        answers.pop(answer, None)
        # A reset is a word instead of a list.
        if isinstance(data["annotation"], str) or _is_skipped(data):
            continue
        with file.rejecting():
            answers[answer] = list(_parse_document(path, line, data, answer))
    for rated in answers.values():
        yield from rated


def _is_skipped(data: Object) -> bool:
    actions = data.get("actions")
    last = actions[-1] if isinstance(actions, list) and actions else {}
    return isinstance(last, dict) and last.get("action") == _SKIPPED


def _parse_document(path: str, line: int, data: Object, answer: _Answer) -> Iterator[RatedTranslation]:
    given, items = data["annotation"], data.get("item")
    if not isinstance(given, list) or not isinstance(items, list) or len(given) != len(items):
        raise FormatError(path, line, "“annotation” and “item” must be lists of the same length.")
    for item, systems in zip(items, given, strict=True):
        if not isinstance(item, dict) or not isinstance(systems, dict) or not isinstance(item.get("tgt"), dict):
            raise FormatError(path, line, "An item has no “tgt” with the translation of each system.")
        source, number = read_text(path, line, item, "src"), str(item.get("item_id", answer[1]))
        tests = item.get("validation") or {}
        for system, answered in systems.items():
            if system in tests:
                continue
            if not isinstance(answered, dict):
                raise FormatError(path, line, f"The annotation of “{system}” is not an object.")
            target = str(item["tgt"].get(system, ""))
            spans = read_spans(path, line, answered.get("error_spans") or [], source, target)
            score = read_score(path, line, answered.get("score"))
            yield RatedTranslation(system, number, "", number, answer[0], source, target, spans, score)
