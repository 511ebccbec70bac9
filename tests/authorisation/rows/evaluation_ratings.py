"""Pages of evaluation about ratings."""

from tests.authorisation.addresses import compound, in_boxes, in_stretches, of_alphas, of_mean_precision, of_ratings
from tests.authorisation.row import Row

ROWS = {
    "evaluation:rating_agreement_moved": Row(of_ratings, get=302),
    "evaluation:rating_timeline_moved": Row(in_stretches, get=302),
    "evaluation:rating_table_moved": Row(of_alphas, get=302),
    "evaluation:rating_plan": Row(of_ratings, get=200),
    "evaluation:rating_plan_plot": Row(of_ratings, get=404),
    "evaluation:rating_precision_plot": Row(of_mean_precision, get=200),
    "evaluation:token_type": Row(of_ratings, get=200),
    "evaluation:token_type_plot": Row(in_boxes, get=200),
    "evaluation:token_type_table": Row(in_boxes, get=200),
    "evaluation:other_projects": Row(compound, get=200),
    "evaluation:other_projects_part": Row(compound, get=200, is_fragment=True),
}
