"""Items whose answer is known, and the quality of each annotator.

Depends on `ratings`. `answers` and `quality` are pure. Start at `services`, then `queries`.
"""
