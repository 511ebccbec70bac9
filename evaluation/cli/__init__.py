"""Measures from files alone, one module each: its arguments, and a function from options to a JSON object."""
