"""Long work as rows: what was asked, by whom, how far it is and what came of it.

PostgreSQL holds the truth, the broker only rings. Depends on `projects`. Start at `running` (claim, heartbeat, fence,
completion), then `services` for asking, cancelling and retrying, and for the uploads that jobs read.
"""
