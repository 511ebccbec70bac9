"""Segment scores of measures computed elsewhere, such as COMET.

Start at `services`, then `jobs`.
"""
