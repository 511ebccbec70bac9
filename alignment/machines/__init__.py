"""Machines that link words: what they are asked, and how their readings are read.

Depends on pairs, training and suggestions; what machines have in common is `annotation_site.machines`.
"""
