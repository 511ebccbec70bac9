"""Adjudication: an adjudicator decides the links on which readings differ.

`cards`, `disputes`, `comparison` and `own_links` are pure: they turn readings into what the page shows. Start at
`services/decisions`; `queries/queue` sorts pairs, worst first.
"""
