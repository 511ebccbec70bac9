"""Parts of an evaluation that can be deleted and restored: test sets, systems, translations, alignments, scores,
judging rounds and studies.

`annotation_site.closing` does the work. Start at `jobs`.
"""
