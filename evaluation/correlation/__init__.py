"""Correlation of measures with people's scores and preferences, on system and segment level.

Depends on `judging`, `measures` and studies imported from elsewhere. `inputs`, `judgements` and `report` are pure.
Start at `report`, then `queries/human_sources` for where people's scores come from.
"""
