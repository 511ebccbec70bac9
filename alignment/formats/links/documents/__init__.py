"""Formats of alignment tools whose files are read whole: XML, JSON and USFM, alone or several in a ZIP archive.

Start at `contents`, which parses them and gathers their pairs; the modules beside it know one tool's format each.
"""
