"""The API of compositionality."""

from uuid import uuid4

from idiomaticity.studies.study_files import FORMAT, VERSION
from tests.authorisation.addresses import compound, in_ratings, known_rating, of_ratings, rater
from tests.authorisation.forms import CROWD, new_known_rating
from tests.authorisation.row import EXPERT, ONES_OWN, Row
from tests.authorisation.world import step

ROWS = {
    "api:studies": Row(
        post=201,
        data=lambda side: {
            "request_id": str(uuid4()),
            "study": {"format": FORMAT, "version": VERSION, "name": "Filed", "settings": {"language": "en"}},
        },
    ),
    "api:study": Row(of_ratings, get=200),
    "api:study-steps": Row(of_ratings, get=200),
    "api:study-paper": Row(of_ratings, get=200),
    "api:study-demo": Row(of_ratings, get=200, patch=200, data=lambda side: {"is_public": True}),
    "api:study-running": Row(
        of_ratings, get=200, post=200, data=lambda side: {"operation_id": str(uuid4()), "places": 1}
    ),
    "api:compounds": Row(of_ratings, get=200),
    "api:labels": Row(of_ratings, get=200),
    "api:extra-questions": Row(of_ratings, get=200),
    "api:exclusion": Row(
        in_ratings("other"),
        get=200,
        post=200,
        delete=204,
        data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same answer."},
    ),
    "api:compound-other-projects": Row(compound, get=200),
    "api:predictors": Row(
        of_ratings,
        get=200,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "SS",
            "source": "translations",
            "upload": side.ratings.upload.pk,
        },
    ),
    "api:predictor-correlations": Row(of_ratings, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:predictor": Row(in_ratings("predictor"), get=200, delete=204),
    "api:predictor-values": Row(in_ratings("predictor"), get=200),
    "api:rating-plan": Row(of_ratings, get=200),
    "api:rating-precision": Row(of_ratings, get=200),
    "api:required-ratings": Row(
        of_ratings, post=200, data=lambda side: {"operation_id": str(uuid4()), "numbers": [1], "required": 9}
    ),
    "api:token-type": Row(of_ratings, get=200),
    "api:rating-agreement": Row(of_ratings, get=200, post=202, data=lambda side: {}),
    "api:crowd": Row(of_ratings, get=200, post=200, patch=200, data=lambda side: {**CROWD, "is_open": True}),
    "api:crowd-lists": Row(of_ratings, get=200),
    "api:questionnaire": Row(of_ratings, get=200, post=200, data=lambda side: {"questions": []}),
    "api:crowd-people": Row(
        of_ratings, get=200, post=200, data=lambda side: {"annotators": [], "approval": "approved"}
    ),
    "api:rating-annotator-qualities": Row(of_ratings, get=200),
    "api:rating-annotator-quality": Row(rater, get=200, narrowed=ONES_OWN),
    "api:rater-competence": Row(of_ratings, get=404, post=202),  # 404: not estimated yet
    "api:rating-exclusions": Row(
        of_ratings,
        get=200,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "annotators": [side.ratings.other.pseudonym],
            "reason": "Always the same answer.",
        },
    ),
    "api:rating-exclusions-undo": Row(
        of_ratings, post=400, data=lambda side: {"batch": str(uuid4())}
    ),  # 400: there was no such step
    "api:rating-anchoring": Row(of_ratings, get=404, post=202),  # 404: none was computed
    "api:answers-csv": Row(of_ratings, get=200),
    "api:answers-parquet": Row(of_ratings, get=200),
    "api:known-ratings": Row(
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {**new_known_rating(side), "expected": {"whole": [4, 5]}},
    ),
    "api:known-rating": Row(known_rating, delete=204),
    "api:study-imports": Row(
        of_ratings,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "content": "compounds",
            "uploads": [side.ratings.upload.pk],
        },
    ),
    "api:study-import-confirm": Row(in_ratings("preview"), post=202),
    "api:paraphrases": Row(of_ratings, get=200),
    "api:paraphrase-suggestions": Row(of_ratings, get=200),
    "api:paraphrase-decisions": Row(
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "form": "barrier", "action": "reject"},
    ),
    "api:paraphrase-undo": Row(
        of_ratings, post=400, data=lambda side: {"operation_id": str(uuid4()), "decision": 1}
    ),  # 400: nothing was decided
    "api:compound-paraphrases": Row(compound, get=200),
    "api:classes": Row(of_ratings, get=200),
    "api:class-experts": Row(
        of_ratings,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "annotator": side.ratings.other.pk},
    ),
    "api:next-class": Row(of_ratings, get=200, narrowed=EXPERT),
    "api:class-judge": Row(
        compound, post=204, data=lambda side: {"operation_id": str(uuid4()), "compound_class": "C"}, narrowed=EXPERT
    ),
    "api:compound-queue": Row(of_ratings, get=200),
    "api:compound-decision": Row(compound, get=200, post=200, data=lambda side: step(decided_class="C")),
    "api:compound-undo": Row(compound, post=400, data=lambda side: step()),  # nothing was decided
}
