"""The lexicon of a project: lexical items that were decided, the list of solved cases. Start at `models`."""
