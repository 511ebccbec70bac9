"""Text files and tables named by a path: read line by line, each fault told by file and line."""
