"""The API of compositionality."""

from uuid import uuid4

from tests.authorisation.addresses import compound, in_ratings, known_rating, of_ratings, rater
from tests.authorisation.forms import CROWD, new_known_rating
from tests.authorisation.row import (
    EXPERT,
    MANAGER,
    OK,
    REVIEWER,
    Row,
    rule,
)
from tests.authorisation.world import step

ROWS = {
    "api:compounds": Row(REVIEWER, of_ratings, get=200),
    "api:labels": Row(REVIEWER, of_ratings, get=200),
    "api:extra-questions": Row(REVIEWER, of_ratings, get=200),
    "api:exclusion": Row(
        MANAGER,
        in_ratings("other"),
        get=200,
        post=200,
        delete=204,
        data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same answer."},
    ),
    "api:compound-other-projects": Row(REVIEWER, compound, get=200),
    "api:predictors": Row(
        REVIEWER,
        of_ratings,
        get=200,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "SS",
            "source": "translations",
            "upload": side.ratings.upload.pk,
        },
        change_rule=MANAGER,
    ),
    "api:predictor-correlations": Row(MANAGER, of_ratings, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:predictor": Row(REVIEWER, in_ratings("predictor"), get=200, delete=204, change_rule=MANAGER),
    "api:predictor-values": Row(REVIEWER, in_ratings("predictor"), get=200),
    "api:rating-plan": Row(REVIEWER, of_ratings, get=200),
    "api:required-ratings": Row(
        MANAGER, of_ratings, post=200, data=lambda side: {"operation_id": str(uuid4()), "numbers": [1], "required": 9}
    ),
    "api:token-type": Row(REVIEWER, of_ratings, get=200),
    "api:rating-agreement": Row(REVIEWER, of_ratings, get=200, post=202, data=lambda side: {}),
    "api:crowd": Row(MANAGER, of_ratings, get=200, post=200, patch=200, data=lambda side: {**CROWD, "is_open": True}),
    "api:crowd-lists": Row(MANAGER, of_ratings, get=200),
    "api:questionnaire": Row(MANAGER, of_ratings, get=200, post=200, data=lambda side: {"questions": []}),
    "api:crowd-people": Row(
        MANAGER, of_ratings, get=200, post=200, data=lambda side: {"annotators": [], "approval": "approved"}
    ),
    "api:rating-annotator-qualities": Row(MANAGER, of_ratings, get=200),
    "api:rating-annotator-quality": Row(rule(OK, 404, 403, OK), rater, get=200),
    "api:rater-competence": Row(MANAGER, of_ratings, get=404, post=202),  # 404: not estimated yet
    "api:bulk-exclusion": Row(
        MANAGER,
        of_ratings,
        get=200,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "annotators": [side.ratings.other.pseudonym],
            "reason": "Always the same answer.",
        },
    ),
    "api:bulk-exclusion-undo": Row(
        MANAGER, of_ratings, post=400, data=lambda side: {"batch": str(uuid4())}
    ),  # 400: there was no such step
    "api:rating-anchoring": Row(MANAGER, of_ratings, get=404, post=202),  # 404: none was computed
    "api:answers-csv": Row(REVIEWER, of_ratings, get=200),
    "api:answers-parquet": Row(REVIEWER, of_ratings, get=200),
    "api:known-ratings": Row(
        MANAGER,
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {**new_known_rating(side), "expected": {"whole": [4, 5]}},
    ),
    "api:known-rating": Row(MANAGER, known_rating, delete=204),
    "api:study-imports": Row(
        MANAGER,
        of_ratings,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "content": "compounds",
            "uploads": [side.ratings.upload.pk],
        },
    ),
    "api:study-import-confirm": Row(MANAGER, in_ratings("preview"), post=202),
    "api:paraphrases": Row(REVIEWER, of_ratings, get=200),
    "api:paraphrase-suggestions": Row(REVIEWER, of_ratings, get=200),
    "api:paraphrase-decisions": Row(
        REVIEWER,
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "form": "barrier", "action": "reject"},
    ),
    "api:paraphrase-undo": Row(
        REVIEWER, of_ratings, post=400, data=lambda side: {"operation_id": str(uuid4()), "decision": 1}
    ),  # 400: nothing was decided
    "api:compound-paraphrases": Row(REVIEWER, compound, get=200),
    "api:classes": Row(REVIEWER, of_ratings, get=200),
    "api:class-experts": Row(
        MANAGER,
        of_ratings,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "annotator": side.ratings.other.pk},
    ),
    "api:next-class": Row(EXPERT, of_ratings, get=200),
    "api:class-judge": Row(
        EXPERT, compound, post=204, data=lambda side: {"operation_id": str(uuid4()), "compound_class": "C"}
    ),
    "api:compound-queue": Row(REVIEWER, of_ratings, get=200),
    "api:compound-verdict": Row(REVIEWER, compound, get=200, post=200, data=lambda side: step(decided_class="C")),
    "api:compound-undo": Row(REVIEWER, compound, post=400, data=lambda side: step()),  # nothing was decided
    "api:study-releases": Row(MANAGER, of_ratings, post=202, data=lambda side: {"request_id": str(uuid4())}),
}
