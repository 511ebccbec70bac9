"""Text files and tables named by a path: read line by line, with errors that name file and line."""
