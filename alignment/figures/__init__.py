"""The alignment of one sentence pair as papers print it: one reading, or two with their differences.

`drawing` makes a plot (SVG and PDF) and `tikz` makes LaTeX from the same links, `links` compares two readings. Start
with `views`.
"""
