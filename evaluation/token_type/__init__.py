"""Token scores of compounds against their type scores, with spread and by class.

Reads scores through `sources`. `figures` is pure. Start there.
"""
