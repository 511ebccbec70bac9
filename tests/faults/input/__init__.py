"""Requests and files that nobody should send."""
