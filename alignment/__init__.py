"""Word alignment: Sure and Possible links between the words of sentence pairs, up to a gold standard."""
