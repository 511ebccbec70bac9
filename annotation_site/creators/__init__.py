"""Creators of a project's releases: people and organisations whom a manager names, in the order of the citation.

Start at `creators`, which checks what is entered; `forms` has the field for settings and releases. Projects store the
list that their releases begin with, and each release its own in the manifest.
"""
