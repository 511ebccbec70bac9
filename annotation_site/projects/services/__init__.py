"""Every write that all kinds of project share: verb first, keyword-only, one transaction, its operation row inside."""
