"""The API of word alignment."""

from uuid import uuid4

from tests.authorisation.addresses import disputed, held, in_project, of_project, pk_of, released, submitted
from tests.authorisation.forms import a_file
from tests.authorisation.row import ANNOTATOR, MANAGER, OWNER, REVIEWER, SIGNED_IN, Row
from tests.authorisation.sides import SYSTEM_FILE
from tests.authorisation.world import step

ROWS = {
    "api:items": Row(REVIEWER, of_project, get=200),
    "api:item": Row(REVIEWER, disputed, get=200),
    "api:imports": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "uploads": [side.upload.pk],
            "format": "tsv",
            "tokens": "spaces",
        },
    ),
    "api:selections": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "uploads": [side.upload.pk],
            "format": "tsv",
            "tokens": "spaces",
            "source_training": side.upload.pk,
        },
    ),
    "api:selection-confirm": Row(MANAGER, in_project("selection"), post=202),
    "api:machine-from-suggestions": Row(
        MANAGER, in_project("machine"), post=202, data=lambda side: {"request_id": str(uuid4())}
    ),
    "api:anchoring": Row(MANAGER, of_project, get=404, post=202),  # 404: none was computed
    "api:suggestions": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "format": "pharaoh", "file": a_file(SYSTEM_FILE)},
    ),
    "api:suggestions-aligner": Row(
        MANAGER,
        of_project,
        post=400,  # none is installed
        data=lambda side: {"request_id": str(uuid4()), "aligner": "eflomal"},
    ),
    "api:suggestions-learning": Row(
        MANAGER,
        of_project,
        get=404,  # the encoder has not learnt
        post=400,  # none is installed
        data=lambda side: {"request_id": str(uuid4())},
    ),
    "api:import-confirm": Row(MANAGER, in_project("preview"), post=202),
    "api:next": Row(ANNOTATOR, of_project, post=200),
    "api:assignments": Row(SIGNED_IN, get=200),
    "api:assignment-detail": Row(OWNER, pk_of("mine"), get=200),
    "api:assignment-history": Row(OWNER, pk_of("mine"), get=200),
    "api:item-correction": Row(
        MANAGER,
        submitted,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "version": 1,
            "source_tokens": ["one", "cat"],
            "target_tokens": ["un", "gatto"],
        },
    ),
    "api:readings": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "uploads": [side.upload.pk], "format": "jsonl"},
    ),
    "api:readings-confirm": Row(
        MANAGER, in_project("readings"), post=202, data=lambda side: {"annotators": [{"name": "Ada"}]}
    ),
    "api:assignment-batch": Row(
        OWNER,
        pk_of("mine"),
        post=200,
        data=lambda side: {"version": 0, "operations": [{"operation_id": str(uuid4()), "kind": "set"}]},
    ),
    "api:assignment-operations": Row(
        OWNER, pk_of("mine"), post=200, data=lambda side: step(kind="set", links=[[0, 0, "S"]])
    ),
    "api:assignment-submit": Row(OWNER, pk_of("mine"), post=200, data=lambda side: step(mark_rest=True)),
    "api:assignment-skip": Row(OWNER, pk_of("mine"), post=200, data=lambda side: step(reason="odd")),
    "api:assignment-reopen": Row(OWNER, pk_of("submitted"), post=200, data=lambda side: step(side.submitted.version)),
    "api:assignment-resume": Row(OWNER, pk_of("skipped"), post=200, data=lambda side: step()),
    "api:assignment-comments": Row(OWNER, pk_of("mine"), post=201, data=lambda side: step(text="odd")),
    "api:adjudication": Row(REVIEWER, of_project, get=200),
    "api:adjudication-detail": Row(REVIEWER, disputed, get=200),
    "api:adjudication-decisions": Row(REVIEWER, disputed, post=200, data=lambda side: step(decisions=[[0, 0, "S"]])),
    "api:adjudication-adopt": Row(REVIEWER, disputed, post=200, data=lambda side: step(pseudonym="A")),
    "api:adjudication-own-links": Row(REVIEWER, disputed, post=200, data=lambda side: step(links=[[0, 1, "P"]])),
    "api:adjudication-undo": Row(REVIEWER, disputed, post=400, data=lambda side: step()),  # 400: nothing was decided
    "api:adjudication-acceptances": Row(
        REVIEWER, of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: nothing is left to accept
    "api:adjudication-acceptance-undo": Row(REVIEWER, held, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:rounds": Row(
        REVIEWER,
        of_project,
        get=200,
        post=409,  # one is open
        data=lambda side: {"operation_id": str(uuid4())},
        change_rule=MANAGER,
    ),
    "api:round": Row(REVIEWER, held, get=200),
    "api:round-close": Row(MANAGER, held, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:round-reopen": Row(MANAGER, held, post=409, data=lambda side: {"operation_id": str(uuid4())}),  # it is open
    "api:round-pairs": Row(REVIEWER, held, get=200),
    "api:round-remove": Row(
        MANAGER,
        lambda side: (side.slug, 1, side.reconciled.item.number),
        post=200,
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "api:reconciliation": Row(OWNER, pk_of("reconciled"), get=200),
    "api:reconciliation-keep": Row(
        OWNER, pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version)
    ),
    "api:reconciliation-keep-link": Row(
        OWNER, pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version, source=0, target=0)
    ),
    "api:reconciliation-comments": Row(OWNER, pk_of("reconciled"), post=201, data=lambda side: step(text="odd")),
    "api:known-gold": Row(
        MANAGER,
        of_project,
        get=200,
        post=201,
        data=lambda side: {"operation_id": str(uuid4()), "numbers": [side.known_number], "use": "check"},
    ),
    "api:training": Row(
        ANNOTATOR, of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: the set is passed
    "api:feedback": Row(ANNOTATOR, of_project, get=200),
    "api:assignment-feedback": Row(
        OWNER, pk_of("feedback"), get=200, post=200, data=lambda side: step(action="acknowledge_all")
    ),
    "api:test-sets": Row(
        REVIEWER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "name": "Proverbs", "source": side.upload.pk},
        change_rule=MANAGER,
    ),
    "api:release-datasheet": Row(REVIEWER, released, get=200),
    "api:release-changes": Row(REVIEWER, released, post=202, data=lambda side: {"since": side.release.number}),
}
