"""The API of compositionality."""
