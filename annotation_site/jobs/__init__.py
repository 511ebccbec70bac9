"""Long work as rows: parameters, the person who requested it, progress and result.

PostgreSQL holds the truth, the broker only wakes workers. Start at `running` (claim, heartbeat, fence, completion),
then `services` for requesting, cancelling and retrying, and for the uploads that jobs read.
"""
