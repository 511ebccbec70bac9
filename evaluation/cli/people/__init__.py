"""Measures held against people, from files."""
