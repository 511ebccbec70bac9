"""Pages on which word alignments are drawn, reconciled and decided."""

from uuid import uuid4

from tests.authorisation.addresses import disputed, held, of_project, pk_of, released
from tests.authorisation.row import ANNOTATOR, MANAGER, OWNER, REVIEWER, Row
from tests.authorisation.world import step

ROWS = {
    "alignment:pair": Row(REVIEWER, disputed, get=200),
    "alignment:figure": Row(REVIEWER, disputed, get=200),
    "alignment:figure_plot": Row(REVIEWER, disputed, get=200),
    "alignment:figure_tikz": Row(REVIEWER, disputed, get=200),
    "alignment:datasheet": Row(REVIEWER, released, get=200),
    "alignment:changes": Row(REVIEWER, released, get=200, post=200),  # nothing to compare with
    "alignment:training": Row(ANNOTATOR, of_project, get=200),
    "alignment:training_again": Row(ANNOTATOR, of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:training_pair": Row(OWNER, pk_of("trained"), get=200),
    "alignment:feedback": Row(ANNOTATOR, of_project, get=200),
    "alignment:feedback_item": Row(OWNER, pk_of("feedback"), get=200),
    "alignment:feedback_reply": Row(
        OWNER, pk_of("feedback"), post=302, data=lambda side: step(action="dispute", place="0-0", text="No.")
    ),
    "alignment:assignments": Row(ANNOTATOR, of_project, get=200),
    "alignment:assignments_next": Row(ANNOTATOR, of_project, get=302, post=302),
    "alignment:annotate": Row(OWNER, pk_of("mine"), get=200),
    "alignment:submit": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(mark_rest="on")),
    "alignment:skip": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "alignment:reopen": Row(OWNER, pk_of("submitted"), post=302, data=lambda side: step(side.submitted.version)),
    "alignment:resume": Row(OWNER, pk_of("skipped"), post=302, data=lambda side: step()),
    "alignment:comment": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(text="odd")),
    "alignment:reconciliation": Row(ANNOTATOR, of_project, get=200),
    "alignment:reconcile": Row(OWNER, pk_of("reconciled"), get=200),
    "alignment:reconcile_now": Row(OWNER, pk_of("reconciled"), get=200, is_fragment=True),
    "alignment:reconcile_change": Row(
        OWNER, pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version, choice="0-0=P")
    ),
    "alignment:reconcile_undo": Row(OWNER, pk_of("reconciled"), post=400, data=lambda side: step()),  # nothing to undo
    "alignment:reconcile_settle": Row(
        OWNER, pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version)
    ),
    "alignment:reconcile_say": Row(OWNER, pk_of("reconciled"), post=302, data=lambda side: step(text="odd")),
    "alignment:rounds": Row(
        REVIEWER,
        of_project,
        get=200,
        post=400,  # one is open
        data=lambda side: {"operation_id": str(uuid4()), "least_share": "0"},
        change_rule=MANAGER,
    ),
    "alignment:round": Row(REVIEWER, held, get=200),
    "alignment:round_remove": Row(
        MANAGER, held, post=302, data=lambda side: {"operation_id": str(uuid4()), "pair": side.reconciled.item.number}
    ),
    "alignment:round_close": Row(MANAGER, held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:round_reopen": Row(
        MANAGER, held, get=200, post=409, data=lambda side: {"operation_id": str(uuid4())}
    ),  # it is open
    "alignment:adjudication": Row(REVIEWER, of_project, get=200),
    "alignment:adjudicate": Row(REVIEWER, disputed, get=200),
    "alignment:decide": Row(REVIEWER, disputed, post=302, data=lambda side: step(choice="card|0-0=S")),
    "alignment:adopt": Row(REVIEWER, disputed, post=302, data=lambda side: step(pseudonym="A")),
    "alignment:own_links": Row(
        REVIEWER, disputed, post=302, data=lambda side: step(own_links="new", **{"cell:0-0": "S", "cell:0-1": "P"})
    ),
    "alignment:accept": Row(REVIEWER, of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:acceptance_undo": Row(REVIEWER, held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:undo_decision": Row(REVIEWER, disputed, post=400, data=lambda side: step()),  # nothing was decided
}
