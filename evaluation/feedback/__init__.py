"""Feedback to judges: their judgements beside what the adjudicator decided, once judging is over.

The list, replies and states are those of every kind (`annotation_site.feedback`). `comparison` is pure. Start at
`services`, which follows decisions, and `jobs`, which gives feedback a day after a judging round was closed; decision
0009 says why then.
"""
