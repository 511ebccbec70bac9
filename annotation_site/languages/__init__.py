"""The language of pages: whose it is, translations, and the sentences that projects word themselves.

Start at `locales`; `make messages` brings `locale/` up to date with the code.
"""
