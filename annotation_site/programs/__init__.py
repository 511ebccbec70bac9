"""Programs that an operator installs beside the site, each in an environment of its own: aligners, neural measures.

Depends on nothing. Start with `running`.
"""
