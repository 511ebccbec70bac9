"""Pages by which a manager of word alignment sets up and brings in."""

from uuid import uuid4

from tests.authorisation.addresses import in_project, known, of_project, submitted
from tests.authorisation.forms import NEW_PROJECT, SELECTION_SETTINGS, SETTINGS, a_file
from tests.authorisation.row import OWN_JOBS, Row
from tests.authorisation.sides import SYSTEM_FILE

ROWS = {
    "alignment:new": Row(get=302, post=302, data=lambda side: NEW_PROJECT),
    "alignment:overview": Row(of_project, get=200),
    "alignment:settings": Row(of_project, get=200, post=302, data=lambda side: SETTINGS),
    "alignment:import": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "text_format": "table",
            "tokens": "spaces",
            "first_file": a_file(),
        },
    ),
    "alignment:import_preview": Row(in_project("preview"), get=200),
    "alignment:import_again": Row(
        in_project("preview"), post=302, data=lambda side: {"request_id": str(uuid4()), "encoding": "utf-8"}
    ),
    "alignment:import_confirm": Row(in_project("preview"), post=302),
    "alignment:readings": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "alignment_format": "jsonl",
            "base": "detect",
            "reading_files": a_file(),
        },
    ),
    "alignment:readings_preview": Row(in_project("readings"), get=200),
    "alignment:readings_again": Row(
        in_project("readings"),
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "alignment_format": "detect", "base": "1"},
    ),
    "alignment:readings_confirm": Row(
        in_project("readings"), post=302, data=lambda side: {"who_0": "new", "name_0": "Ada"}
    ),
    "alignment:selection_new": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "text_format": "table",
            "tokens": "spaces",
            "first_file": a_file(),
            "training_kind": "text",
            "source_training": a_file(),
        },
    ),
    "alignment:selection": Row(in_project("selection"), get=200),
    "alignment:selection_text": Row(in_project("selection"), get=200),
    "alignment:selection_criteria": Row(in_project("selection"), get=200),
    "alignment:selection_count": Row(in_project("selection"), get=200),
    "alignment:selection_again": Row(
        in_project("selection"),
        post=302,
        data=lambda side: {**SELECTION_SETTINGS, "request_id": str(uuid4())},
    ),
    "alignment:selection_confirm": Row(in_project("selection"), post=302),
    "alignment:pairs": Row(of_project, get=200),
    "alignment:skips": Row(of_project, get=200),
    "alignment:correct": Row(
        submitted,
        get=200,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "version": 1, "source": "one cat", "target": "un gatto"},
    ),
    "alignment:release_new": Row(
        of_project, get=200, post=400, data=lambda side: {"request_id": str(uuid4())}
    ),  # 400: one is being built already
    "alignment:gold_preview": Row(of_project, post=302, data=lambda side: {"request_id": str(uuid4())}),
    "alignment:changes_of_job": Row(in_project("difference"), get=302, narrowed=OWN_JOBS),
    "alignment:known_gold": Row(of_project, get=200),
    "alignment:known_gold_mark": Row(
        of_project,
        post=302,
        data=lambda side: {
            "mark-operation_id": str(uuid4()),
            "mark-numbers": str(side.known_number),
            "mark-use": "training",
        },
    ),
    "alignment:known_gold_import": Row(
        of_project,
        post=302,
        data=lambda side: {
            "file-operation_id": str(uuid4()),
            "file-use": "training",
            "file-alignment_format": "detect",
            "file-base": "detect",
            "file-file": a_file(f'{{"id": "pair-{side.known_number}", "sure": "0-0"}}'.encode()),
        },
    ),
    "alignment:known_gold_remove": Row(known, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:training_allow": Row(in_project("other"), post=302, data=lambda side: {"operation_id": str(uuid4())}),
    # No aligner is installed where this runs: the form says so.
    "alignment:suggestions_by_aligner": Row(
        of_project,
        post=400,
        data=lambda side: {"aligner-request_id": str(uuid4()), "aligner-aligner": "eflomal", "aligner-pairs": "all"},
    ),
    "alignment:suggestions_learning": Row(
        of_project, post=400, data=lambda side: {"learning-request_id": str(uuid4())}
    ),
    "alignment:machine_from_suggestions": Row(in_project("machine"), post=302),
    "alignment:anchoring": Row(of_project, get=200, post=302),
    "alignment:suggestions": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "alignment_format": "pharaoh",
            "base": "0",
            "file": a_file(SYSTEM_FILE),
        },
    ),
}
