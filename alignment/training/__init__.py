"""Training and silent checks on pairs whose gold standard is known.

Start at `services/known_gold` (choosing pairs) and `services/training` (an annotator's attempts).
"""
