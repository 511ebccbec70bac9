"""Notices: what waits for a person, shown with a count where they look, and sent by email as they wish.

Each subject declares its pending tasks as `annotation_site.projects` describes them; kinds of projects list them.
`queries` counts for pages, `services` records that something arose, `jobs` sends mail. Start at `queries`.
"""
