"""Tables as LaTeX, and tables and plots as answers to a request, for every report.

Pure but for `files`, which answers a request. Plots themselves are `annotation_site.figures`.
"""
