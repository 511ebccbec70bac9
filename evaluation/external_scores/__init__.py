"""Segment scores of measures computed elsewhere, such as COMET.

Depends on `translations`. Start at `services`, then `jobs`.
"""
