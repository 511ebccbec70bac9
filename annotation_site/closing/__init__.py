"""Archiving and deleting projects, and bringing them back.

Start at `services/closing`; `services/erasing` deletes the rows of a project once its days of grace are over, in the
order that `ownership` derives from the tables, whatever apps add to them.
"""
