"""Judging rounds: people score or compare translations of an expression, blind.

`methods`, `planning`, `attention`, `degrading` and `figures` are pure. Start at `services/judging_rounds` (opening,
closing) and `services/judging` (an annotator's work).
"""
