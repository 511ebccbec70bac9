"""Bodies of requests to the routes that change something."""

from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from idiomaticity.projects.wording import NAMES as WORDING_NAMES
from idiomaticity.projects.wording import find_wording
from tests.authorisation.sides import Side
from tests.evaluation.translated import TABLE as IDIOMS
from tests.stand_ins.outside_hosts import LISTED_HOST


def new_known_rating(side: Side) -> dict[str, Any]:
    """Of an item that nobody has begun."""
    untouched = side.ratings.project.items.filter(assignments=None, state="open").first()
    assert untouched
    return {"operation_id": str(uuid4()), "item": untouched.identifier, "use": "attention"}


def chosen_items(side: Side) -> dict[str, Any]:
    """Of a pair that nobody reconciles, and that is no training pair."""
    return {"operation_id": str(uuid4()), "item": [side.disputed_number]}


def named_items(side: Side) -> dict[str, Any]:
    return {"operation_id": str(uuid4()), "numbers": [side.disputed_number]}


def a_file(data: bytes = b"a cat\tun gatto\n", name: str = "file.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def a_machine(side: object) -> dict[str, str]:
    return {"name": f"Aligner {uuid4()}", "model": "eflomal", "dated": "2026-03-09", "use": "hidden"}


def a_webhook(side: object) -> dict[str, Any]:
    """One that differs each time: an address is added once."""
    return {"address": f"https://{LISTED_HOST}/{uuid4()}", "events": ["submitted", "released"]}


def a_new_webhook(side: object) -> dict[str, Any]:
    return {"operation_id": str(uuid4()), **a_webhook(side)}


def a_table() -> SimpleUploadedFile:
    return SimpleUploadedFile("table.tsv", IDIOMS.encode())


CROWD = {
    "consent": "You may stop.",
    "limit_each": 5,
    "most_people": 5,
    "worker_parameter": "workerId",
    "attempts": 1,
    "lists": "apart",
}
LANGUAGES = {"name": "Idioms", "source_language": "en", "target_language": "it"}
NEW_PROJECT = {
    **LANGUAGES,
    "request_id": str(uuid4()),
    "annotators_per_item": 2,
    "spread": "even",
    "gold_policy": "wags",
    "scope": "full",
}
SELECTION_SETTINGS = {"choose": "0,1-10", "seed": "0", "length_tail": "5"}
NEW_RATING_PROJECT = {
    "name": "Compounds",
    "language": "en",
    "level": "token",
    "request_id": str(uuid4()),
    "annotators_per_item": 10,
    "spread": "even",
}
NEW_ROUND = {
    "name": "More",
    "systems": ["system one", "system two"],
    "method": "score",
    "required_count": 1,
    "pairs_per_expression": 1,
    "repeat_share": 0,
    "attention_share": 0,
    "score-question": "How good is it?",
    "score-cannot_judge": "?",
    **{f"score-point_{value}": str(value) for value in range(1, 6)},
}
NEW_EVALUATION = {
    **LANGUAGES,
    "request_id": str(uuid4()),
    "annotators_per_item": 3,
    "spread": "even",
}
NEW_EXPRESSION_PROJECT = {
    "name": "Idioms",
    "language": "en",
    "category_set": "1.1",
    "own_control_share": 10,
    "request_id": str(uuid4()),
    "annotators_per_item": 2,
    "spread": "overlap",
}
EXPRESSION_SETTINGS = {
    "name": "New name",
    "category_set": "2.0",
    "own_control_share": 10,
    "annotators_per_item": 2,
    "spread": "even",
}
RATING_SETTINGS = {
    "name": "New name",
    "annotators_per_item": 2,
    "spread": "even",
    **{name: getattr(find_wording("en", {}), name) for name in WORDING_NAMES},
    "scale-lowest": 0,
    "scale-highest": 5,
    "scale-step": 1,
    "extra-TOTAL_FORMS": 0,
    "extra-INITIAL_FORMS": 0,
}
SCORES = {"head": "1", "modifier": "2", "whole": "-1", "paraphrase_1": "barrier"}
JUDGEMENT = {"head": 1, "modifier": 2, "whole": -1, "paraphrases": ["barrier"]}
SETTINGS = {"name": "New name", "annotators_per_item": 2, "spread": "even", "gold_policy": "wags"}
