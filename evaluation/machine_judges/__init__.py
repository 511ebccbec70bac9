"""Machines that judge translations: what they are asked, how their judgements are read, and the scores that they give
to systems, which stand beside people's and count as nobody's.

What machines have in common is `annotation_site.machines`, and reports are `evaluation.machines`.
"""
