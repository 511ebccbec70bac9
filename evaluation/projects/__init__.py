"""Projects of translation evaluation: their settings, and who may see their test sets.

Start at `forms` for the settings, at `access` for the test sets.
"""
