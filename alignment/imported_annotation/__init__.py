"""Imported annotation: files of links become the work of named annotators.

Files are staged in temporary tables, compared with each other and with the project, and stored all or not at all. Start
at `jobs`.
"""
