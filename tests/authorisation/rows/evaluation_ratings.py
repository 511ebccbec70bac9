"""Pages of evaluation about ratings."""

from tests.authorisation.addresses import compound, in_boxes, in_stretches, of_alphas, of_ratings
from tests.authorisation.row import REVIEWER, Row

ROWS = {
    "evaluation:rating_agreement": Row(REVIEWER, of_ratings, get=200),
    "evaluation:rating_agreement_compute": Row(REVIEWER, of_ratings, post=302, data=lambda side: {"k": "3"}),
    "evaluation:rating_timeline": Row(REVIEWER, in_stretches, get=200),
    "evaluation:rating_table": Row(REVIEWER, of_alphas, get=200),
    "evaluation:rating_plan": Row(REVIEWER, of_ratings, get=200),
    "evaluation:rating_plan_plot": Row(REVIEWER, of_ratings, get=404),
    "evaluation:token_type": Row(REVIEWER, of_ratings, get=200),
    "evaluation:token_type_plot": Row(REVIEWER, in_boxes, get=200),
    "evaluation:token_type_table": Row(REVIEWER, in_boxes, get=200),
    "evaluation:other_projects": Row(REVIEWER, compound, get=200),
    "evaluation:other_projects_part": Row(REVIEWER, compound, get=200, is_fragment=True),
}
