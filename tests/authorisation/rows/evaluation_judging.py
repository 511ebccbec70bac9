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
from tests.authorisation.row import ONES_OWN, OWN_JOBS, Row
from tests.authorisation.world import step

ROWS = {
    "evaluation:new": Row(get=302, post=302, data=lambda side: NEW_EVALUATION),
    "evaluation:overview": Row(of_judging, get=200),
    "evaluation:settings": Row(of_judging, get=200, post=302, data=lambda side: {"name": "New name", "spread": "even"}),
    "evaluation:correlations": Row(
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {"judging_round": side.judging.judging_round.pk},
    ),
    "evaluation:eval_set_of_round": Row(of_round_scores, get=200),
    "evaluation:eval_set_of_study": Row(of_study, get=200),
    "evaluation:correlation": Row(of_correlation(), get=200),
    "evaluation:correlation_plot": Row(of_correlation("scatter"), get=200),
    "evaluation:correlation_table": Row(of_correlation("measures", "tex"), get=200),
    "evaluation:correlation_of_job": Row(
        lambda side: (side.judging.project.slug, side.judging.correlation.job_id), get=302, narrowed=OWN_JOBS
    ),
    "evaluation:study_new": Row(
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
        lambda side: (side.judging.project.slug, side.judging.study_preview.pk), get=200, post=302
    ),
    "evaluation:study_again": Row(
        lambda side: (side.judging.project.slug, side.judging.study_preview.pk),
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            **{f"column_{place}": role for place, role in enumerate(("segment", "better", "worse"))},
        },
    ),
    "evaluation:assignments": Row(of_judging, get=200),
    "evaluation:assignments_next": Row(of_judging, get=302, post=302),
    "evaluation:judge": Row(judging_of("mine"), get=200),
    "evaluation:submit": Row(judging_of("mine"), post=302, data=lambda side: step(answer_0="1", answer_1="-1")),
    "evaluation:skip": Row(judging_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "evaluation:reopen": Row(judging_of("submitted"), post=302, data=lambda side: step(side.judging.submitted.version)),
    "evaluation:resume": Row(judging_of("skipped"), post=302, data=lambda side: step()),
    "evaluation:comment": Row(judging_of("mine"), post=302, data=lambda side: step(text="odd")),
    "evaluation:feedback": Row(of_judging, get=200),
    "evaluation:feedback_item": Row(judging_of("submitted"), get=200),
    "evaluation:feedback_reply": Row(
        judging_of("submitted"), post=302, data=lambda side: step(action="dispute", place="1", text="No.")
    ),
    "evaluation:judging_rounds": Row(of_judging, get=200),
    "evaluation:judging_agreement": Row(of_judging, get=200),
    "evaluation:judging_round_new": Row(
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {**NEW_ROUND, "operation_id": str(uuid4())},
    ),
    "evaluation:judging_annotator_quality": Row(a_round, get=200, narrowed={"annotator": 302, "other": 302}),
    "evaluation:judging_annotator_quality_table": Row(a_round, get=200),
    "evaluation:judging_annotator_quality_detail": Row(judge, get=200, narrowed=ONES_OWN),
    "evaluation:judging_round": Row(a_round, get=200),
    "evaluation:judgement_wording": Row(
        a_round,
        get=200,
        post=302,
        data=lambda side: {
            "question": "How good is it?",
            "cannot_judge": "?",
            **{f"point_{value}": str(value) for value in range(1, 6)},
        },
    ),
    "evaluation:judging_round_close": Row(a_round, post=302),
    "evaluation:judging_round_choose": Row(a_round, post=302),
    "evaluation:judging_round_reopen": Row(a_round, get=200, post=302),
    "evaluation:judgement_table": Row(a_round, get=200),
    "evaluation:judgement_results": Row(lambda side: (*a_round(side), "systems", "csv"), get=200),
    "evaluation:adjudication": Row(of_judging, get=200),
    "evaluation:adjudicate": Row(judged_item, get=200),
    # Somebody has decided since, or not everybody has judged it.
    "evaluation:adjudicate_decide": Row(judged_item, post=409, data=lambda side: step(99, answer_0="1", answer_1="1")),
    "evaluation:adjudicate_answer": Row(judged_item, post=409, data=lambda side: step(99, note="See 3.2.")),
    "evaluation:adjudicate_undo": Row(judged_item, post=409, data=lambda side: step(99)),
}
