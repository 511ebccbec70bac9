"""Files of text and tables as people upload them: encodings, quotation marks, workbooks.

Pure reading, line by line or row by row; faults name file, line and remedy. Every app reads uploads through it. Start
at `lines` for plain text and `delimited` or `workbooks` for tables; `not_text` refuses pictures
and documents.
"""
