"""Tables as people upload them: read from any program, assigned to columns, checked, and written.

Pure: no database, no Django. Start at `reading.open_table`, which recognises what a file is; `columns` says which
column holds what, and `cells` writes tables that a spreadsheet opens safely.
"""
