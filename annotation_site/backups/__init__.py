"""Backups: database and files of one moment in one folder, the way back, and a schedule with rotation.

The commands `back_up` and `restore` and the clock call it. Start at `copies`.
"""
