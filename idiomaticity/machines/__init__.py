"""Machines that rate compounds: what they are asked, and how their judgements are read.

What machines have in common is `annotation_site.machines`.
"""
