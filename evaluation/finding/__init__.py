"""Finding expressions of a list in a text, and reviewing the hits.

Depends on `annotation_site.phrases`. Start at `services/finding`, then `jobs`; `services/review` keeps decisions.
"""
