"""Adjudication of every kind: the queue, worst first, decisions with a version, undone step by step, their history,
settling, and the API of all of it.

A kind adds a table (`models.Decision`) and an `Adjudication` (`kinds`): what is in its queue, how readings differ, and
its two acts. Start at `kinds`, then `views` and `services`.
"""
