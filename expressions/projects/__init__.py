"""Projects that mark expressions in running text: their settings and their overview.

Start at `models` for the settings, at `views` for the overview.
"""
