"""Workers and brokers that fail while jobs are on their way."""
