"""Writes shared by every kind of project: verb first, keyword-only, one transaction, its operation row inside."""
