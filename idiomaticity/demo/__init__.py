"""The demo project of compositionality: our own compounds, rated by simulated annotators.

Loading it again repeats nothing. Start at `services`.
"""
