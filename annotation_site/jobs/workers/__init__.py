"""Workers among each other: whose job is next, locks that they take, and work in a process of its own."""
