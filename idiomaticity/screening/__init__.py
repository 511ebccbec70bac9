"""Items whose answer is known, and the quality of each annotator.

Depends on `ratings`. `answers` and `annotator_quality` are pure. Start at `services`, then `queries`.
"""
