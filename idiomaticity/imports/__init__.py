"""Import of compounds, or of the raw ratings of a finished study: preview, then confirm.

`planning` (pure) decides what an import would bring. Start at `services`, then `jobs`.
"""
