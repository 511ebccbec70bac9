"""Uploads as jobs of this app read them: kept once, opened by name.

Start at `services`.
"""
