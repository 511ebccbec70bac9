"""The table of routes, one file for each part of the site."""

from tests.authorisation.rows import (
    alignment,
    alignment_work,
    api_alignment,
    api_evaluation,
    api_idiomaticity,
    api_projects,
    evaluation_alignment,
    evaluation_judging,
    evaluation_ratings,
    evaluation_test_sets,
    expressions,
    idiomaticity,
    projects,
)

TABLE = {
    **projects.ROWS,
    **alignment.ROWS,
    **alignment_work.ROWS,
    **idiomaticity.ROWS,
    **evaluation_judging.ROWS,
    **evaluation_ratings.ROWS,
    **evaluation_test_sets.ROWS,
    **evaluation_alignment.ROWS,
    **expressions.ROWS,
    **api_projects.ROWS,
    **api_alignment.ROWS,
    **api_idiomaticity.ROWS,
    **api_evaluation.ROWS,
}
