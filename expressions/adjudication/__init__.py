"""Deciding where annotators differ: a passage's differences as cards, worst passages first.

`cards` compares readings and knows no database; `services` notes differences and stores decisions.
"""
