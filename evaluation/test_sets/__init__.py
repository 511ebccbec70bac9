"""Test sets: sentences with references and marked expressions, imported from files or a release.

Start at `models`, then `services`; `files` (pure) reads every shape in which test sets come, and jobs of
`evaluation.imports` store them.
"""
