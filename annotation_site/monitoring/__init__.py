"""Sight for the people who run the site: metrics for Prometheus, ids of requests, the access log.

Nothing here asks the database while a request is answered. Depends on `jobs`, `mail` and the parts of `web`. Start at
`middleware`, then `metrics` for what a scrape shows.
"""
