"""Experiments: translation systems trained with and without knowledge of expressions (Zaninello & Birch 2020, §6).

One archive holds every variant's files in a toolkit's own layout. Start at `services`, then `jobs`; `configuration`,
`pieces`, `archive` and `toolkits` are pure.
"""
