"""A crowd by open link: consent, tutorial, qualification, limit, completion code, no account.

Depends on `ratings` and `screening`. Start at `services`, then `views/entry`; decision 0011 explains how people without
an account are kept apart.
"""
