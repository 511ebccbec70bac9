"""Import of a parallel text: preview, then confirm.

Depends on `formats` and `pairs`. Start at `services`; `jobs` reads the file twice, once to report its contents and once
to store it.
"""
