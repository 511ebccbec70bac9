"""Anchoring: how strongly suggestions influence annotators, from control pairs without them beside pairs with them.

`effects` is pure.
"""
