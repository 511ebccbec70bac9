"""Projects of translation evaluation: their settings and their overview.

Start at `forms` for the settings, at `views` for the overview.
"""
