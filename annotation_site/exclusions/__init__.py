"""Annotators whose work is left out of every figure, with a reason and a way back.

An excluded annotator's places on items are given to others. Start at `services`; figures ask `queries` whether to count
excluded work.
"""
