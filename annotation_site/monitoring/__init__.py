"""Sight for the people who run the site: metrics for Prometheus, ids of requests, the access log.

Nothing here asks the database while a request is answered. Start at `middleware`, then `metrics` for what a scrape
shows.
"""
