"""Projects of compositionality: starting one, its overview, settings and wording of the questions.

Start at `services`; `wording` holds the questions in each language.
"""
