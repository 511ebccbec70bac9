"""The jobs that read test sets and system outputs from uploaded files, with all that a file may bring besides.

They stand above test sets, translations and linguistic annotation, whose tables they fill. Start at `jobs/test_sets`.
"""
