"""Items whose answer is known, and the quality of each annotator.

`answers`, `annotator_quality` and `competence` are pure. Start at `services`, then `queries`.
"""
