"""The demo project of expressions in text: our own sentences, two finished readings, and passages to try.

Loading it again repeats nothing. Start at `services`.
"""
