"""Machines that link words: what they are asked, and how their readings are read.

What machines have in common is `annotation_site.machines`.
"""
