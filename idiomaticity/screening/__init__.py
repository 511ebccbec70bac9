"""Items whose answer is known, and the quality of each annotator.

`answers`, `annotator_quality`, `competence` and `exclusion_rules` are pure. Start at `services`, then `queries`.
"""
