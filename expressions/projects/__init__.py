"""Projects that mark expressions in running text: starting one, and its settings.

Start at `models`, then `services`.
"""
