"""Projects of translation evaluation: starting one, its overview and its settings.

Start at `services`.
"""
