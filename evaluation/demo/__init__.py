"""The demo project of translation evaluation: our own sentences and two invented systems.

Loading it again repeats nothing. Start at `services`.
"""
