"""Files of text and tables as people upload them: encodings, quotation marks, workbooks.

Pure reading, line by line or row by row; faults say file, line and what to do. Every app reads uploads through it.
Start at `lines` for plain text and `delimited` or `workbooks` for tables.
"""
