"""Results of a study: scores by compound and sentence, ratings as columns, annotators in common.

Start at `queries`, sums that the database makes; `score_table` and `common_annotators` are pure.
"""
