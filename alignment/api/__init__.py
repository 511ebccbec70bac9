"""The API of word alignment."""
