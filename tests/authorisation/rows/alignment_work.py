"""Pages on which word alignments are drawn, reconciled and decided."""

from uuid import uuid4

from tests.authorisation.addresses import disputed, held, in_project, of_project, pk_of, released
from tests.authorisation.row import ONES_OWN, Row
from tests.authorisation.world import step

ROWS = {
    "alignment:annotator_quality": Row(of_project, get=200, narrowed={"annotator": 302, "other": 302}),
    "alignment:annotator_quality_table": Row(of_project, get=200),
    "alignment:annotator_quality_detail": Row(in_project("annotator"), get=200, narrowed=ONES_OWN),
    "alignment:annotator_quality_plot": Row(
        lambda side: (side.slug, side.annotator.pk, "drift"), get=404
    ),  # one week makes no line
    "alignment:pair": Row(disputed, get=200),
    "alignment:figure": Row(disputed, get=200),
    "alignment:figure_plot": Row(disputed, get=200),
    "alignment:figure_tikz": Row(disputed, get=200),
    "alignment:datasheet": Row(released, get=200),
    "alignment:changes": Row(released, get=200, post=200),  # nothing to compare with
    "alignment:training": Row(of_project, get=200),
    "alignment:training_again": Row(of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:training_pair": Row(pk_of("trained"), get=200),
    "alignment:feedback": Row(of_project, get=200),
    "alignment:feedback_item": Row(pk_of("feedback"), get=200),
    "alignment:feedback_reply": Row(
        pk_of("feedback"), post=302, data=lambda side: step(action="dispute", place="0-0", text="No.")
    ),
    "alignment:assignments": Row(of_project, get=200),
    "alignment:assignments_next": Row(of_project, get=302, post=302),
    "alignment:annotate": Row(pk_of("mine"), get=200),
    "alignment:submit": Row(pk_of("mine"), post=302, data=lambda side: step(mark_rest="on")),
    "alignment:skip": Row(pk_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "alignment:reopen": Row(pk_of("submitted"), post=302, data=lambda side: step(side.submitted.version)),
    "alignment:resume": Row(pk_of("skipped"), post=302, data=lambda side: step()),
    "alignment:comment": Row(pk_of("mine"), post=302, data=lambda side: step(text="odd")),
    "alignment:reconciliation": Row(of_project, get=200),
    "alignment:reconcile": Row(pk_of("reconciled"), get=200),
    "alignment:reconcile_now": Row(pk_of("reconciled"), get=200, is_fragment=True),
    "alignment:reconcile_together": Row(pk_of("reconciled"), get=200, is_fragment=True),
    "alignment:reconcile_change": Row(
        pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version, choice="0-0=P")
    ),
    "alignment:reconcile_undo": Row(pk_of("reconciled"), post=400, data=lambda side: step()),  # nothing to undo
    "alignment:reconcile_settle": Row(pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version)),
    "alignment:reconcile_say": Row(pk_of("reconciled"), post=302, data=lambda side: step(text="odd")),
    "alignment:rounds": Row(
        of_project,
        get=200,
        post=400,  # one is open
        data=lambda side: {"operation_id": str(uuid4()), "least_share": "0"},
    ),
    "alignment:round": Row(held, get=200),
    "alignment:round_remove": Row(
        held, post=302, data=lambda side: {"operation_id": str(uuid4()), "pair": side.reconciled.item.number}
    ),
    "alignment:round_close": Row(held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:round_reopen": Row(
        held, get=200, post=409, data=lambda side: {"operation_id": str(uuid4())}
    ),  # it is open
    "alignment:adjudication": Row(of_project, get=200),
    "alignment:adjudicate": Row(disputed, get=200),
    "alignment:decide": Row(disputed, post=302, data=lambda side: step(choice="card|0-0=S")),
    "alignment:adopt": Row(disputed, post=302, data=lambda side: step(pseudonym="A")),
    "alignment:own_links": Row(
        disputed, post=302, data=lambda side: step(own_links="new", **{"cell:0-0": "S", "cell:0-1": "P"})
    ),
    "alignment:accept": Row(of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:acceptance_undo": Row(held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:undo_decision": Row(disputed, post=400, data=lambda side: step()),  # nothing was decided
}
