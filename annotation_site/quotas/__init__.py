"""Quotas: how much a person, a project and the site may use.

Each is one entry of `queries.QUOTAS`; its amount is a setting, or what an operator set for the person or project.
Services ask `require_room` before they store.
"""
