"""The demo project of translation evaluation: our own sentences, three invented systems and five simulated people.

Loading it again repeats nothing. Start at `services`.
"""
