"""Parts that every page and every API route shares: errors, limits, parsers, pages of lists, health.

Start at `exceptions`, the domain errors that `middleware` shows as pages and `api_errors` as JSON; `access` and `api`
find the project of a request through the person who asks.
"""
