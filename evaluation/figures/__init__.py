"""Plots as SVG and tables as LaTeX and CSV, for every report.

Pure but for `files`, which answers a request. Start at `plots` and `latex`.
"""
