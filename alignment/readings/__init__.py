"""Readings: one annotator's links for one pair, and the editor in which they are drawn.

Rounds and training change what submitting means. `links` is pure and defines readings and gold. Start at
`alignment.kind`, which plugs readings into the annotation loop, then `services/readings`.
"""
