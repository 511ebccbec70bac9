"""Commands for links: a system against a gold standard, and agreement between annotators."""
