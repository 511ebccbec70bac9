"""Whole studies: copied, as one file, begun from a published one, and set up in five steps.

Each settings model declares what a copy carries (`annotation_site.projects.carried`); start at `queries.carried`, which
reads a study, `services`, which starts one, and `queries.steps`, which says what is missing.
"""
