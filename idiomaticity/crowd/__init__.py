"""A crowd by open link: consent, tutorial, qualification, limit, completion code, no account.

Start at `services`, then `views/entry`; decision 0011 explains how people without an account are kept apart.
"""
