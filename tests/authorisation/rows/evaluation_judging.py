"""Pages of human judgement of translations."""

from uuid import uuid4

from tests.authorisation.addresses import (
    a_round,
    in_judging,
    judge,
    judged_item,
    judging_of,
    of_correlation,
    of_judging,
    of_round_scores,
    of_study,
)
from tests.authorisation.forms import NEW_EVALUATION, NEW_ROUND, a_file
from tests.authorisation.row import ANNOTATOR, JOB, MANAGER, MAY_START, MEMBER, OK, OWNER, REVIEWER, Row, rule
from tests.authorisation.world import step

ROWS = {
    "evaluation:new": Row(MAY_START, get=302, post=302, data=lambda side: NEW_EVALUATION),
    "evaluation:overview": Row(MEMBER, of_judging, get=200),
    "evaluation:settings": Row(
        MANAGER, of_judging, get=200, post=302, data=lambda side: {"name": "New name", "spread": "even"}
    ),
    "evaluation:correlations": Row(
        REVIEWER,
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {"judging_round": side.judging.judging_round.pk},
    ),
    "evaluation:eval_set_of_round": Row(REVIEWER, of_round_scores, get=200),
    "evaluation:eval_set_of_study": Row(REVIEWER, of_study, get=200),
    "evaluation:correlation": Row(REVIEWER, of_correlation(), get=200),
    "evaluation:correlation_plot": Row(REVIEWER, of_correlation("scatter"), get=200),
    "evaluation:correlation_table": Row(REVIEWER, of_correlation("measures", "tex"), get=200),
    "evaluation:correlation_of_job": Row(
        JOB, lambda side: (side.judging.project.slug, side.judging.correlation.job_id), get=302
    ),
    "evaluation:study_new": Row(
        MANAGER,
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "Study",
            "file": a_file(b"system,segment,annotator,score\n"),
        },
    ),
    "evaluation:study_preview": Row(
        MANAGER, lambda side: (side.judging.project.slug, side.judging.study_preview.pk), get=200, post=302
    ),
    "evaluation:study_again": Row(
        MANAGER,
        lambda side: (side.judging.project.slug, side.judging.study_preview.pk),
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            **{f"column_{place}": role for place, role in enumerate(("segment", "better", "worse"))},
        },
    ),
    "evaluation:assignments": Row(ANNOTATOR, of_judging, get=200),
    "evaluation:assignments_next": Row(ANNOTATOR, of_judging, get=302, post=302),
    "evaluation:judge": Row(OWNER, judging_of("mine"), get=200),
    "evaluation:submit": Row(OWNER, judging_of("mine"), post=302, data=lambda side: step(answer_0="1", answer_1="-1")),
    "evaluation:skip": Row(OWNER, judging_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "evaluation:reopen": Row(
        OWNER, judging_of("submitted"), post=302, data=lambda side: step(side.judging.submitted.version)
    ),
    "evaluation:resume": Row(OWNER, judging_of("skipped"), post=302, data=lambda side: step()),
    "evaluation:comment": Row(OWNER, judging_of("mine"), post=302, data=lambda side: step(text="odd")),
    "evaluation:feedback": Row(ANNOTATOR, of_judging, get=200),
    "evaluation:feedback_item": Row(OWNER, judging_of("submitted"), get=200),
    "evaluation:feedback_reply": Row(
        OWNER, judging_of("submitted"), post=302, data=lambda side: step(action="dispute", place="1", text="No.")
    ),
    "evaluation:judging_rounds": Row(REVIEWER, of_judging, get=200),
    "evaluation:judging_round_new": Row(
        MANAGER,
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {**NEW_ROUND, "operation_id": str(uuid4())},
    ),
    "evaluation:judging_annotator_quality": Row(MANAGER, a_round, get=200),
    "evaluation:judging_annotator_quality_table": Row(MANAGER, a_round, get=200),
    "evaluation:judging_annotator_quality_detail": Row(rule(OK, 404, 403, OK), judge, get=200),
    "evaluation:judging_round": Row(REVIEWER, a_round, get=200),
    "evaluation:judgement_wording": Row(
        MANAGER,
        a_round,
        get=200,
        post=302,
        data=lambda side: {
            "question": "How good is it?",
            "cannot_judge": "?",
            **{f"point_{value}": str(value) for value in range(1, 6)},
        },
    ),
    "evaluation:judging_round_close": Row(MANAGER, a_round, post=302),
    "evaluation:judging_round_reopen": Row(MANAGER, a_round, get=200, post=302),
    "evaluation:judgement_table": Row(REVIEWER, a_round, get=200),
    "evaluation:judgement_results": Row(REVIEWER, lambda side: (*a_round(side), "systems", "csv"), get=200),
    "evaluation:adjudication": Row(REVIEWER, of_judging, get=200),
    "evaluation:adjudicate": Row(REVIEWER, judged_item, get=200),
    # Somebody has decided since, or not everybody has judged it.
    "evaluation:adjudicate_decide": Row(
        REVIEWER, judged_item, post=409, data=lambda side: step(99, answer_0="1", answer_1="1")
    ),
    "evaluation:adjudicate_answer": Row(REVIEWER, judged_item, post=409, data=lambda side: step(99, note="See 3.2.")),
    "evaluation:adjudicate_undo": Row(REVIEWER, judged_item, post=409, data=lambda side: step(99)),
}
