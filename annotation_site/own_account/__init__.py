"""A person's own account: joining by an invitation, signing in, the name and language, tokens of the API.

The tables are those of `accounts`. `adapter` is what allauth asks about our accounts, `providers` about those of an
institution; start at `views`.
"""
