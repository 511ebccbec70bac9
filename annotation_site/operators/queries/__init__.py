"""Reads for operators: people and projects of the whole site."""
