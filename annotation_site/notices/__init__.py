"""Notices: what waits for a person, shown with a count where they look, and sent by email as they wish.

Each subject declares its tasks (`pending_tasks`); kinds of projects list them. `queries` counts for pages, `services`
records that something arose, `jobs` sends mail. Start at `pending_tasks`.
"""
