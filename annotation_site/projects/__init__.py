"""Projects, members and their roles, invitations, guidelines and navigation.

Depends on `accounts` and `operations`. Start at `models`, then `queries` for who may do what; `views/home` is the
first page that a person sees.
"""
