"""An expression in other projects that a person may see: how it was aligned and translated there.

Start at `queries`; `words` (pure) says by which beginnings of words an index is asked.
"""
