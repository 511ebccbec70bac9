"""Figures of machines beside people's: agreement of people with each other and with a machine, the difference, by
group, and the alternative annotator test.

Pure. `links`, `ratings` and `judgements` begin with one item's answers; `comparison` is what all give, `report` puts it
together for pages, API and command line.
"""
