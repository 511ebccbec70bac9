"""Pages and the API of expressions in text."""

import json
from uuid import uuid4

from tests.authorisation.addresses import (
    decided_passage,
    disputed_passage,
    in_expressions,
    marker,
    marking_of,
    of_expressions,
)
from tests.authorisation.forms import EXPRESSION_SETTINGS, NEW_EXPRESSION_PROJECT, a_file
from tests.authorisation.row import ONES_OWN, Row
from tests.authorisation.sides import Side
from tests.authorisation.world import step
from tests.expressions.making import TEXT, write_cupt

MARKS = [{"words": [1, 2], "category": "VID"}]


def agreed(side: Side) -> int:
    """Return the number of the passage on which annotators agree."""
    return int(side.expressions.submitted.item.number)


def occurrence(side: Side) -> dict[str, object]:
    return {"passage": agreed(side), "words": [1, 2], "stands": "VID"}


def write_note(side: Side) -> bytes:
    """Return PARSEME’s note about the passage on which annotators agree."""
    number = agreed(side)
    forms = [TEXT[(number - 1) % len(TEXT)][word][0] for word in (1, 2)]
    told = {"type": "RE-ANNOT", "source_categ": "VID", "source_mwe": forms, "target_categ": "IRV"}
    return json.dumps({"DECISIONS": {f"MWE_KEY=[[1, {number}, [1, 2]]]": told}}).encode()


ROWS = {
    "expressions:new": Row(get=302, post=302, data=lambda side: NEW_EXPRESSION_PROJECT),
    "expressions:overview": Row(of_expressions, get=200),
    "expressions:settings": Row(of_expressions, get=200, post=302, data=lambda side: EXPRESSION_SETTINGS),
    "expressions:passages": Row(of_expressions, get=200),
    "expressions:passage": Row(disputed_passage, get=200),
    "expressions:import": Row(
        of_expressions,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "use": "text",
            "passage_words": 150,
            "uploads": a_file(write_cupt().encode()),
        },
    ),
    "expressions:import_preview": Row(in_expressions("preview"), get=200),
    "expressions:import_confirm": Row(in_expressions("preview"), post=302),
    "expressions:assignments": Row(of_expressions, get=200),
    "expressions:assignments_next": Row(of_expressions, get=302, post=302),
    "expressions:mark": Row(marking_of("mine"), get=200),
    "expressions:submit": Row(marking_of("mine"), post=302, data=lambda side: step(marks="2 3 VID")),
    "expressions:skip": Row(marking_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "expressions:reopen": Row(
        marking_of("submitted"), post=302, data=lambda side: step(side.expressions.submitted.version)
    ),
    "expressions:resume": Row(marking_of("skipped"), post=302, data=lambda side: step()),
    "expressions:comment": Row(marking_of("mine"), post=302, data=lambda side: step(text="odd")),
    "expressions:agreement_moved": Row(of_expressions, get=302),
    "expressions:agreement_table_moved": Row(of_expressions, get=302),
    "expressions:adjudication": Row(of_expressions, get=200),
    "expressions:adjudicate": Row(disputed_passage, get=200),
    "expressions:adjudicate_decide": Row(
        disputed_passage, post=302, data=lambda side: step(card_0="0", note="an idiom", seen=side.expressions.seen)
    ),
    "expressions:adjudicate_undo": Row(decided_passage, post=302, data=lambda side: step(1)),
    "expressions:release_new": Row(of_expressions, get=200, post=302, data=lambda side: {"request_id": str(uuid4())}),
    "expressions:consistency": Row(of_expressions, get=200),
    "expressions:consistency_item": Row(of_expressions, get=200),
    "expressions:consistency_next": Row(of_expressions, get=302),
    "expressions:consistency_correct": Row(
        of_expressions,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "category": "IRV", "occurrence": [f"{agreed(side)}:1,2:VID"]},
    ),
    "expressions:consistency_decide": Row(
        of_expressions, post=302, data=lambda side: {"operation_id": str(uuid4()), "lemma": "rain"}
    ),
    "expressions:consistency_undo": Row(
        in_expressions("change"), post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "expressions:consistency_notes": Row(of_expressions, get=200),
    "expressions:consistency_import": Row(
        of_expressions,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "file": a_file(write_note(side))},
    ),
    "expressions:candidates": Row(
        of_expressions,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "source": "lexicon", "gap": 3, "control_share": 10},
    ),
    "expressions:candidate_effects": Row(of_expressions, post=302),
    "expressions:candidates_remove": Row(of_expressions, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "expressions:lexicon": Row(of_expressions, get=200),
    "expressions:lexicon_table": Row(of_expressions, get=200),
    "expressions:lexicon_import": Row(
        of_expressions,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "file": a_file(b"rain\tVID\n")},
    ),
    "api:expression-candidates": Row(
        of_expressions,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "source": "corpus", "file": a_file(write_cupt().encode())},
    ),
    "api:expression-candidate-effects": Row(of_expressions, get=404, post=202),  # 404: no report was computed
    "api:expression-candidates-remove": Row(of_expressions, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:expression-lexicon": Row(
        of_expressions,
        get=200,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "cases": [{"lemmas": ["rain"], "category": "VID"}]},
    ),
    "api:expression-consistency": Row(
        of_expressions,
        get=200,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "occurrences": [occurrence(side)], "category": "IRV"},
    ),
    "api:expression-consistency-undo": Row(
        in_expressions("change"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "expressions:annotator_quality": Row(of_expressions, get=200, narrowed={"annotator": 302, "other": 302}),
    "expressions:annotator_quality_table": Row(of_expressions, get=200),
    "expressions:annotator_quality_detail": Row(marker, get=200, narrowed=ONES_OWN),
    "expressions:annotator_quality_plot": Row(
        lambda side: (*marker(side), "agreement"), get=404
    ),  # 404: there is one week only
    "expressions:bulk_exclusion": Row(of_expressions, get=200, post=400),  # 400: nobody is selected
    "expressions:bulk_exclusion_undo": Row(of_expressions, post=302, data=lambda side: {"batch": str(uuid4())}),
    "api:marking-annotator-qualities": Row(of_expressions, get=200),
    "api:marking-annotator-quality": Row(marker, get=200, narrowed=ONES_OWN),
    "api:marking-exclusions": Row(
        of_expressions,
        get=200,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "annotators": [side.expressions.other.pseudonym],
            "reason": "Nothing marked.",
        },
    ),
    "api:marking-exclusions-undo": Row(
        of_expressions, post=400, data=lambda side: {"batch": str(uuid4())}
    ),  # 400: there was no such step
    "api:passages": Row(of_expressions, get=200),
    "api:passage": Row(disputed_passage, get=200),
    "api:passage-imports": Row(
        of_expressions,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "uploads": [side.expressions.upload.pk]},
    ),
    "api:passage-import-confirm": Row(in_expressions("preview"), post=202),
    "api:expression-agreement": Row(of_expressions, get=200),
    "api:passage-queue": Row(of_expressions, get=200),
    "api:passage-decision": Row(
        disputed_passage, get=200, post=200, data=lambda side: step(marks=MARKS, seen=side.expressions.seen)
    ),
    "api:passage-undo": Row(decided_passage, post=200, data=lambda side: step(1)),
}
