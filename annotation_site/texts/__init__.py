"""Files of text as people upload them: encodings, line ends, characters without a shape.

Pure reading, line by line; faults name file, line and remedy. Every app reads uploads through it. Start
at `lines`; `not_text` refuses pictures and documents. Tables are read by `annotation_site.tables`.
"""
