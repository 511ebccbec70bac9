"""Passages: sentences of CoNLL-U that are read together, with every line as it came. Start at `models`."""
