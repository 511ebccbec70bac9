"""Every write of word alignment."""
