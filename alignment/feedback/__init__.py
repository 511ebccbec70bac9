"""Feedback on sentence pairs: annotators see their links beside the gold standard and may dispute them.

The list, replies and states are those of every kind (`annotation_site.feedback`). Start at `services`, which follows
every decision of the adjudicator.
"""
