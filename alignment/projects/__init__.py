"""Projects of word alignment: starting one, and its settings.

Start at `services`.
"""
