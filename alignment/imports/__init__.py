"""Import of a parallel text: preview, then confirm.

Start at `services`; `jobs` reads the file once, to report its contents and to keep the rows that an import stores.
Faults of a line are found by the reader of its format, in `alignment/formats/parallel`.
"""
