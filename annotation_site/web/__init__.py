"""Parts shared by every page and every API route: errors, limits, parsers, pages of lists, health.

Start at `exceptions`, the domain errors that `middleware` shows as pages and `api.errors` as JSON.
"""
