"""Outgoing mail as rows: stored with what caused it, sent by workers, visible to operators.

A request never speaks SMTP, so that a mail server that hangs holds up nobody. Whatever is sent through Django's
functions, allauth's messages included, ends in `backend`. Start at `jobs`.
"""
