"""Texts with marked expressions, as annotation tools export them: Label Studio, doccano, brat and WebAnno.

Start at `marks`, which defines what every reader yields, and `registry`, which recognises the tools by content.
"""
