"""Archiving, deleting and restoring projects, and erasing their rows."""
