"""Feedback: annotators see their readings beside the gold standard and may dispute links.

Depends on `adjudication` and `releases.provenance`. Start at `services`, which follows every decision of the
adjudicator; see decision 0009 for why feedback comes with adjudication.
"""
