"""A small kind of annotation, is a sentence acceptable, that only declares its releases."""
