"""Releases in the API: `requests` is what a kind extends, and needs no view."""
