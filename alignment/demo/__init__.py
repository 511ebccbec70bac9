"""The demo project of word alignment: our own sentences, two annotators, some pairs adjudicated.

Loading it again repeats nothing. Start at `services`.
"""
