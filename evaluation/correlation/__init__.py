"""Correlation of measures with people's scores and preferences, on system and segment level.

`inputs`, `judgements` and `report` are pure. Start at `report`, then `queries/human_sources` for where people's scores
come from.
"""
