"""Anchoring: how far suggestions pull annotators along, from control pairs without them beside pairs with them.

`effects` is pure. Depends on suggestions, readings and releases.
"""
