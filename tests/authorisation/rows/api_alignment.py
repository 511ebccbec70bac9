"""The API of word alignment."""

from uuid import uuid4

from tests.authorisation.addresses import disputed, held, in_project, of_project, pk_of, released, submitted
from tests.authorisation.forms import a_file
from tests.authorisation.row import Row
from tests.authorisation.sides import SYSTEM_FILE
from tests.authorisation.world import step

ROWS = {
    "api:items": Row(of_project, get=200),
    "api:item": Row(disputed, get=200),
    "api:imports": Row(
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
    "api:selection-confirm": Row(in_project("selection"), post=202),
    "api:machine-from-suggestions": Row(
        in_project("machine"), post=202, data=lambda side: {"request_id": str(uuid4())}
    ),
    "api:anchoring": Row(of_project, get=404, post=202),  # 404: none was computed
    "api:suggestions": Row(
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "format": "pharaoh", "file": a_file(SYSTEM_FILE)},
    ),
    "api:suggestions-aligner": Row(
        of_project,
        post=400,  # none is installed
        data=lambda side: {"request_id": str(uuid4()), "aligner": "eflomal"},
    ),
    "api:suggestions-learning": Row(
        of_project,
        get=404,  # the encoder has not learnt
        post=400,  # none is installed
        data=lambda side: {"request_id": str(uuid4())},
    ),
    "api:import-confirm": Row(in_project("preview"), post=202),
    "api:next": Row(of_project, post=200),
    "api:assignments": Row(get=200),
    "api:assignment-detail": Row(pk_of("mine"), get=200),
    "api:assignment-history": Row(pk_of("mine"), get=200),
    "api:item-correction": Row(
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
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "uploads": [side.upload.pk], "format": "jsonl"},
    ),
    "api:readings-confirm": Row(in_project("readings"), post=202, data=lambda side: {"annotators": [{"name": "Ada"}]}),
    "api:assignment-batch": Row(
        pk_of("mine"),
        post=200,
        data=lambda side: {"version": 0, "operations": [{"operation_id": str(uuid4()), "kind": "set"}]},
    ),
    "api:assignment-operations": Row(pk_of("mine"), post=200, data=lambda side: step(kind="set", links=[[0, 0, "S"]])),
    "api:assignment-submit": Row(pk_of("mine"), post=200, data=lambda side: step(mark_rest=True)),
    "api:assignment-skip": Row(pk_of("mine"), post=200, data=lambda side: step(reason="odd")),
    "api:assignment-reopen": Row(pk_of("submitted"), post=200, data=lambda side: step(side.submitted.version)),
    "api:assignment-resume": Row(pk_of("skipped"), post=200, data=lambda side: step()),
    "api:assignment-comments": Row(pk_of("mine"), post=201, data=lambda side: step(text="odd")),
    "api:adjudication": Row(of_project, get=200),
    "api:adjudication-detail": Row(disputed, get=200),
    "api:adjudication-decisions": Row(disputed, post=200, data=lambda side: step(decisions=[[0, 0, "S"]])),
    "api:adjudication-adopt": Row(disputed, post=200, data=lambda side: step(pseudonym="A")),
    "api:adjudication-own-links": Row(disputed, post=200, data=lambda side: step(links=[[0, 1, "P"]])),
    "api:adjudication-undo": Row(disputed, post=400, data=lambda side: step()),  # 400: nothing was decided
    "api:adjudication-acceptances": Row(
        of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: nothing is left to accept
    "api:adjudication-acceptance-undo": Row(held, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:rounds": Row(
        of_project,
        get=200,
        post=409,  # one is open
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "api:round": Row(held, get=200),
    "api:round-close": Row(held, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:round-reopen": Row(held, post=409, data=lambda side: {"operation_id": str(uuid4())}),  # it is open
    "api:round-pairs": Row(held, get=200),
    "api:round-remove": Row(
        lambda side: (side.slug, 1, side.reconciled.item.number),
        post=200,
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "api:reconciliation": Row(pk_of("reconciled"), get=200),
    "api:reconciliation-keep": Row(pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version)),
    "api:reconciliation-keep-link": Row(
        pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version, source=0, target=0)
    ),
    "api:reconciliation-comments": Row(pk_of("reconciled"), post=201, data=lambda side: step(text="odd")),
    "api:known-gold": Row(
        of_project,
        get=200,
        post=201,
        data=lambda side: {"operation_id": str(uuid4()), "numbers": [side.known_number], "use": "check"},
    ),
    "api:training": Row(
        of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: the set is passed
    "api:feedback": Row(of_project, get=200),
    "api:assignment-feedback": Row(
        pk_of("feedback"), get=200, post=200, data=lambda side: step(action="acknowledge_all")
    ),
    "api:test-sets": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "name": "Proverbs", "source": side.upload.pk},
    ),
    "api:release-datasheet": Row(released, get=200),
    "api:release-changes": Row(released, post=202, data=lambda side: {"since": side.release.number}),
}
