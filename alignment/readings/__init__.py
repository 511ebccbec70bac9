"""Readings: one annotator's links for one pair, and the editor in which they are drawn.

Depends on `pairs`, `suggestions` and `agreement`; rounds and training change what submitting means. `links` is pure
and defines a reading, and gold from several. Start at `services/readings`, then `views` and `api` for the editor.
"""
