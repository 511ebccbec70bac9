"""The web server: how gunicorn is set up, what it waits for, and what its log leaves out.

Start at `configuration`, which every start of the site names.
"""
