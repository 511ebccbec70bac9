"""Programs that an operator installs beside the site, each in an environment of its own: aligners, neural measures.

Start with `running`.
"""
