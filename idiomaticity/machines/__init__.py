"""Machines that rate compounds: what they are asked, and how their judgements are read.

Depends on ratings and screening; what machines have in common is `annotation_site.machines`.
"""
