"""Backups: database and files of one moment in one folder, and the way back.

Depends on nothing else; the commands `back_up` and `restore` call it. Start at `copies`.
"""
